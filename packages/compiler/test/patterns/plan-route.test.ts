import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../src/compile.ts'
import type { Routes } from '../../src/dsl.ts'
import type { PlanStep } from '../../src/patterns/routes/plan.ts'
import type { PlanProgram } from '../../src/patterns/routes/plan-programs.ts'
import { planRoute } from '../../src/patterns/routes/plan-route.ts'
import { MAX_VARIANTS } from '../../src/patterns/routes/planner.ts'

/**
 * A step as text: `photos`, `:id`, `<a b>` for a segment by an automaton, `<path…>` for a tail,
 * `<id!>` for a segment that is tested, `>path` for a span that takes the longest text first, `<path` the shortest.
 */
function stepText(step: PlanStep): string {
  switch (step.kind) {
    case 'literal':
      return step.text
    case 'param':
      return `:${step.name}`
    case 'pattern':
      return `<${step.names.join(' ')}>${scannedRequirements(step)}`
    case 'tail':
      return `<${step.names.join(' ')}…>${scannedRequirements(step)}`
    case 'segment':
      return `<${step.name}!>`
    case 'span':
      return `${step.shortest ? '<' : '>'}${step.name}${step.requirement === null ? '' : '!'}`
  }
}

function scannedRequirements({ automaton }: PlanProgram): string {
  return automaton.scannedRequirements.map(({ source }) => ` guarded by /${source}/`).join('')
}

/** The variants of the one route that a block declares: its steps, its format, and the captures with a requirement. */
function plan(block: (r: Routes) => void): string[] {
  const { manifest, diagnostics } = compileRoutes(block, { callables: 'by-name' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(manifest!.routes).toHaveLength(1)
  return planRoute(manifest!.routes[0]!).map(({ steps, format, checks, tokens }) => {
    const form = { none: '', optional: ' (.format)', required: ' .format' }[format]
    const required = checks.map(({ capture }) => ` ?${capture}`).join('')
    return `/${steps.map(stepText).join('/')}${form}${required}${tokens ? ' by tokens' : ''}`
  })
}

const get = (path: string, options: object = {}) => plan((r) => r.get(path, { to: 'a#b', ...options }))
const bare = (path: string, options: object = {}) => get(path, { format: false, ...options })

describe('the plan of a route', () => {
  it.each<[string, string[]]>([
    ['/', ['/']],
    ['photos', ['/photos']],
    ['photos/:id/edit', ['/photos/:id/edit']],
    ['posts(/:year(/:month))', ['/posts/:year/:month', '/posts/:year', '/posts']],
    // The slash that every path begins with stands in the group.
    ['(:locale/)photos', ['/:locale/photos']],
    ['(/:locale)/photos', ['/:locale/photos', '/photos']],
    ['a(/b)(/c)', ['/a/b/c', '/a/b', '/a/c', '/a']],
    // What is not alone in its segment takes an automaton for the segment.
    ['songs/:song-live', ['/songs/<song>']],
    [':a-:b/x', ['/<a b>/x']],
    ['v:version/photos', ['/<version>/photos']],
    ['photos(-:id)', ['/<id>']],
    // What is whole segments.
    ['files/*path', ['/files/>path']],
    ['*path/edit', ['/>path/edit']],
    ['a/*path/b/:id', ['/a/>path/b/:id']],
    ['a/*path(/b)(/:c)', ['/a/>path/b/:c', '/a/>path/b', '/a/>path/:c', '/a/>path']],
    // What may take a slash and is not, one automaton for the rest.
    ['a/*path-b', ['/a/<path…>']],
    // A group that begins and ends within segments.
    ['a(b/c)', ['/<…>']],
  ])('%s', (path, variants) => {
    expect(bare(path)).toEqual(variants)
  })

  it('has the format apart where it is the standard one', () => {
    expect(get('photos/:id')).toEqual(['/photos/:id (.format)'])
    // Rails requires `/.+/` of it, which is not a token.
    expect(get('photos/:id', { format: true })).toEqual(['/photos/<id format…>'])
    expect(bare('photos/:id.:format')).toEqual(['/photos/:id .format'])
    expect(get('posts(/:year)')).toEqual(['/posts/:year (.format)', '/posts (.format)'])
    expect(bare('feed.:format')).toEqual(['/feed .format'])
    expect(bare('feed.:kind')).toEqual(['/<kind>'])
    expect(bare('feed.x:format')).toEqual(['/<format>'])
    expect(get('songs/:a-:b')).toEqual(['/songs/<a b format>'])
    expect(get('files/*path')).toEqual(['/files/<path (.format)'])
    expect(get('photos', { constraints: { format: /json/ } })).toEqual(['/photos (.format) ?0'])
    // A format of any characters may hold a slash.
    expect(get('photos', { constraints: { format: /.+/ } })).toEqual(['/<format…>'])
  })

  it('leaves a requirement for later where a token is all that it can take', () => {
    expect(bare('photos/:id', { constraints: { id: /\d+/ } })).toEqual(['/photos/:id ?0'])
    expect(bare(':a/:b/:c', { constraints: { a: /x/, c: /y/ } })).toEqual(['/:a/:b/:c ?0 ?2'])
    expect(bare('songs/:x-:y/:id', { constraints: { id: /\d/, x: /a/ } })).toEqual(['/songs/<x y>/:id ?2'])
    expect(bare(':kind', { constraints: { kind: ['a', 'b'] } })).toEqual(['/:kind ?0'])
    // One that may hold a dot, or be empty, is not one.
    expect(bare('photos/:id', { constraints: { id: /[a-z.]+/ } })).toEqual(['/photos/<id>'])
    expect(bare('photos/:id', { constraints: { id: /[a-z/]+/ } })).toEqual(['/photos/<id…>'])
    expect(bare('photos/:id', { constraints: { id: /\d*/ } })).toEqual(['/photos/<id> by tokens'])
  })

  it.each<[RegExp, string[]]>([
    [/.+/, ['/files/>path']],
    [/[^]+?/, ['/files/<path']],
    // A scanner tests lookaheads at each end, in the order of the expression.
    [/(?!x).+/, ['/files/>path!']],
    [/(?!x).+?/, ['/files/<path!']],
    // A lookbehind makes the complete value the only candidate.
    [/(?<!x).+?/, ['/files/>path!']],
    [/(?<!x)(?:.+|b)/, ['/files/>path!']],
    // Without slashes, the value is the segment.
    [/(?!x)[a-z.]+/, ['/files/<path!>']],
    [/(?!x)(?:[a-z.]+|b)/, ['/files/<path!>']],
    [/(?!x)(?:.+|b)/, ['/files/<path…> guarded by /(?!x)(?:.+|b)/']],
    [/a\/b/, ['/files/<path…>']],
  ])('finds the value of a param that is complete segments: %s', (path, variants) => {
    expect(bare('files/:path', { constraints: { path } })).toEqual(variants)
  })

  it('finds the end of such a param before the format', () => {
    const planned = (path: RegExp) => get('files/*path', { constraints: { path } })
    expect(planned(/.+/)).toEqual(['/files/>path (.format)'])
    expect(planned(/.*?/)).toEqual(['/files/<path format…> by tokens'])
    expect(planned(/(?<!x).+/)).toEqual(['/files/>path! (.format)'])
    // A lookahead may see the format.
    expect(planned(/(?!x).+/)).toEqual(['/files/<path format…> guarded by /(?!x).+/'])
  })

  it('has no span before a token with a requirement and a tail, which is matched after one end of a span only', () => {
    const plans = ['*g/:id(/:a*h)', ':b/*g/:id(/:a*h)', ':id/*g/:b(/:a*h)'].map((path) =>
      bare(path, { constraints: { id: /[ab]{2}/ } }),
    )
    expect(plans).toEqual([
      ['/<g id a h…> by tokens'],
      ['/:b/<g id a h…> by tokens'],
      ['/:id/>g/:b/<a h…> ?0 by tokens', '/:id/>g/:b ?0 by tokens'],
    ])
  })

  it('ends early for a route that takes the rest', () => {
    expect(plan((r) => r.mount(() => null, { at: 'app' }))).toEqual(['/<*…>'])
    expect(plan((r) => r.mount(() => null, { at: 'a/b' }))).toEqual(['/a/<*…>'])
    expect(bare('photos/:id', { anchor: false })).toEqual(['/photos/<id *…>'])
  })

  it('is one automaton for more variants than are worth it', () => {
    const groups = (count: number) => `x${Array.from({ length: count }, (_, at) => `(/${at})`).join('')}`
    expect(bare(groups(Math.log2(MAX_VARIANTS)))).toHaveLength(MAX_VARIANTS)
    expect(bare(groups(Math.log2(MAX_VARIANTS) + 1))).toEqual(['/<…>'])
  })

  it('writes out the texts of a format that are no tokens', () => {
    const format = /json|html|\*\/\*/
    expect(get('photos', { constraints: { format } })).toEqual(['/photos (.format) ?0', '/photos.*/*'])
    expect(get('photos/:id/edit', { constraints: { format } })).toEqual([
      '/photos/:id/edit (.format) ?1',
      '/photos/:id/edit.*/*',
    ])
    expect(get('photos/:id', { constraints: { format } })).toEqual(['/photos/:id (.format) ?1', '/photos/<id>/*'])
    expect(get('photos', { constraints: { format: /a\/[bc]/ } })).toEqual(['/photos', '/photos.a/b', '/photos.a/c'])
    expect(get('photos', { constraints: { format: /\w+\/\w+/ } })).toEqual(['/<format…>'])
  })

  it('leaves to scanners what an automaton would be too large for', () => {
    expect(bare('x-:id', { constraints: { id: /[ab]{0,999}c/ } })).toEqual(['/<id> guarded by /[ab]{0,999}c/'])
    expect(bare('x-:id', { constraints: { id: /(?!ab)[a-z]+/ } })).toEqual(['/<id…> guarded by /(?!ab)[a-z]+/'])
    const names = Array.from({ length: 400 }, (_, at) => `name${at}`)
    expect(bare('x-:id', { constraints: { id: names } })).toEqual([`/<id> guarded by /${names.join('|')}/`])
  })

  it('is empty where no path can match', () => {
    const route = compileRoutes((r: Routes) => r.get('a', { to: 'a#b' })).manifest!.routes[0]!
    for (const text of ['//a', '/a//b', '/a/', 'a']) {
      expect(planRoute({ ...route, segments: [{ kind: 'static', text }] })).toEqual([])
    }
  })
})

describe('the plans of routes that stand one behind the other', () => {
  const plansOf = (block: (r: Routes) => void) => compileRoutes(block).manifest!.routes.map((route) => planRoute(route))

  it('are one where the paths are the same', () => {
    const [index, create] = plansOf((r) => r.resources('photos', { only: ['index', 'create'] }))
    expect(create).toBe(index)
  })

  it.each<[string, object, object]>([
    ['requirements', { id: /\d+/ }, { id: /[a-z]+/ }],
    ['numbers of requirements', { id: /\d+/ }, {}],
    ['names of requirements', { id: /\d+/ }, { format: /json/ }],
    ['ends', {}, { anchor: false }],
  ])('are two where the paths have other %s', (_, first, second) => {
    const plans = plansOf((r) => {
      r.get('photos/:id', { to: 'photos#show', ...first })
      r.get('photos/:id', { to: 'photos#other', ...second })
    })
    expect(plans[1]).not.toEqual(plans[0])
  })
})
