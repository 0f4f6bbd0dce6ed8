import { describe, expect, it } from 'vitest'
import { redirect } from '../src/dsl.ts'
import { explainRequest, type Explanation } from '../src/explain.ts'
import { compileRoutes } from '../src/index.ts'
import { HOSTS, randomPath, randomTable } from './analyse/random-table.ts'
import { randomNumbers } from '../../runtime/test/random.ts'
import { CORPORA, readCorpus } from './conformance/corpus.ts'
import { compiledCase } from './conformance/replay.ts'
import { referenceMatcher } from './reference-matcher.ts'
import { newSeed, runsOf } from './runs.ts'

/** Requests of each corpus, so that a lost line is noticed. Together: 54,326. */
const REQUESTS = {
  'rails-suite': 6774,
  'generated-core': 11_996,
  'generated-full': 17_154,
  applications: 962,
  'applications-2': 7395,
  'applications-3': 2140,
  'rails-8.1': 7905,
}

describe.each(CORPORA)('explainRequest on %s', (name) => {
  it('gives the answer of the reference matcher to every request', () => {
    const failures: object[] = []
    let requests = 0
    for (const testCase of readCorpus(name)) {
      if (testCase.requests === undefined) continue
      const { manifest } = compiledCase(testCase)
      const match = referenceMatcher(manifest!)
      for (const [method, path, host] of testCase.requests) {
        requests += 1
        const request = host === undefined ? {} : { host }
        const wanted = match(method, path, request)
        const explained = explainRequest(manifest!, method, path, request)
        const got = simple(explained)
        if (JSON.stringify(got) !== JSON.stringify(sorted(wanted))) {
          failures.push({ id: testCase.id, method, path, wanted, got })
        }
        if (!isComplete(manifest!.routes.length, explained))
          failures.push({ id: testCase.id, method, path, problem: 'routes are left out' })
      }
    }
    expect(requests).toBe(REQUESTS[name])
    expect(failures.slice(0, 5)).toEqual([])
  })
})

const SEED = newSeed('explain')
const RUNS = runsOf(200)

it('gives the answer of the reference matcher on random tables', () => {
  const random = randomNumbers(SEED)
  for (let table = 0; table < RUNS; table += 1) {
    const manifest = randomTable(random)
    const match = referenceMatcher(manifest)
    for (const route of manifest.routes) {
      for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
        const path = randomPath(route, random)
        const request = { host: HOSTS[Math.floor(random() * HOSTS.length)]! }
        const wanted = sorted(match(method, path, request))
        const told = `seed ${SEED}, table ${table}: ${method} ${request.host}${path}`
        expect(simple(explainRequest(manifest, method, path, request)), told).toEqual(wanted)
      }
    }
  }
})

/** In the form of the reference matcher's answer. */
function simple({ status, path, answers: [answer] }: Explanation): object {
  if (answer === undefined) return { status }
  const rest = answer.rest === null ? {} : { rest: answer.rest }
  return sorted({ status, route: answer.index, params: { ...answer.params }, path, ...rest })
}

function sorted(answer: object): object {
  if (!('params' in answer)) return answer
  const params = Object.entries(answer.params as object).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...answer, params: Object.fromEntries(params) }
}

/** Every route is spoken of, in order, up to the first that surely answers. */
function isComplete(total: number, { status, answers, misses }: Explanation): boolean {
  if (status !== 'match' && status !== 'no-match') return answers.length + misses.length === 0
  const spoken = [...answers, ...misses].map(({ index }) => index).sort((a, b) => a - b)
  const last = answers.at(-1)
  const end = last?.constraints.length === 0 && !last.mayDecline ? last.index + 1 : total
  return spoken.length === end && spoken.every((index, position) => index === position)
}

function fromOffice(): boolean {
  return true
}

const { manifest } = compileRoutes(
  (r: any) => {
    r.root('pages#home')
    r.get('photos/:id', { to: 'photos#numbered', id: /\d+/ })
    r.post('photos/:name', { to: 'photos#create' })
    r.constraints({ subdomain: 'api' }, () => r.get('photos/:id', { to: 'api/photos#show', as: 'api_photo' }))
    r.constraints(fromOffice, () => r.get('photos/:id', { to: 'office#show', as: 'office_photo' }))
    r.get('photos/:id', { to: 'photos#show', as: 'any_photo' })
    r.mount(function app() {}, { at: '/mail' })
    r.match('keys', { to: 'keys#any', via: ['purge', 'patch'], constraints: { subdomain: 'api' } })
    r.delete('keys', { to: 'keys#destroy' })
  },
  { callables: 'by-name' },
)
const explain = (method: string, path: string, request = {}) => explainRequest(manifest!, method, path, request)

describe('explainRequest', () => {
  it('says why each earlier route does not answer', () => {
    const { answers, misses } = explain('GET', '/photos/new.json')
    expect(answers.map(({ index, params, constraints }) => ({ index, params: { ...params }, constraints }))).toEqual([
      { index: 4, params: { id: 'new', format: 'json' }, constraints: [{ module: 'by-name:', export: 'fromOffice' }] },
      { index: 5, params: { id: 'new', format: 'json' }, constraints: [] },
    ])
    expect(misses.map(({ miss }) => miss)).toEqual([
      { reason: 'pattern', at: 1, expected: null },
      { reason: 'requirement', param: 'id', value: 'new', requirement: { source: '\\d+', flags: '' } },
      { reason: 'verb', verbs: ['POST'] },
      { reason: 'condition', attribute: 'subdomain', condition: 'api' },
    ])
  })

  it('takes the request for conditions', () => {
    expect(explain('GET', '/photos/new', { host: 'api.example.org' }).answers.map(({ index }) => index)).toEqual([3])
  })

  it.each([
    ['/phobos', { at: 1, expected: 'photos' }],
    ['/photosx/1', { at: 1, expected: 'photos' }],
    ['/photos/', { at: 7, expected: '/:id' }],
    ['/photos/1/x', { at: 9, expected: null }],
    ['/photos/.1', { at: 8, expected: ':id' }],
  ])('shows where a pattern parts from %s', (path, wanted) => {
    const { misses } = explain('GET', path)
    expect(misses[5]!.miss).toEqual({ reason: 'pattern', ...wanted })
  })

  it('knows which other verbs the path is answered under', () => {
    expect(explain('DELETE', '/photos/a')).toMatchObject({
      status: 'no-match',
      allowedMethods: ['GET', 'HEAD', 'POST'],
    })
    expect(explain('GET', '/keys')).toMatchObject({ status: 'no-match', allowedMethods: ['DELETE'] })
    expect(explain('GET', '/keys', { host: 'api.example.org' })).toMatchObject({
      allowedMethods: ['PATCH', 'DELETE', 'PURGE'],
    })
    expect(explain('DELETE', '/nowhere')).toMatchObject({ status: 'no-match', allowedMethods: [] })
    expect(explain('GET', '/photos/1')).toMatchObject({ status: 'match', allowedMethods: [] })
  })

  it('serves HEAD as GET, where no route is for HEAD', () => {
    expect(explain('HEAD', '/photos/1')).toMatchObject({ asGet: true, answers: [{ index: 1 }] })
  })

  it('tells what a mount leaves over', () => {
    expect(explain('POST', '/mail/box/1').answers).toMatchObject([{ index: 6, rest: '/box/1' }])
  })

  it('goes on behind what may decline, but not behind a redirect or an action', () => {
    const { manifest } = compileRoutes(
      (r) => {
        r.mount(function api() {}, { at: '/' })
        r.get('old', { to: redirect('/stats') })
        r.get('stats', { to: 'pages#stats' })
        r.get(':page', { to: 'pages#show' })
      },
      { callables: 'by-name' },
    )
    const answers = (path: string) =>
      explainRequest(manifest!, 'GET', path).answers.map(({ index, mayDecline }) => [index, mayDecline])
    expect(answers('/stats')).toEqual([
      [0, true],
      [2, false],
    ])
    expect(answers('/old')).toEqual([
      [0, true],
      [1, false],
    ])
    expect(answers('/a/b')).toEqual([[0, true]])
  })

  it.each([
    ['/a%', 'bad-request'],
    ['/a/../b', 'bad-request'],
    [`/${'x'.repeat(70_000)}`, 'uri-too-long'],
  ])('answers before any route: %.10s', (path, status) => {
    expect(explain('GET', path)).toMatchObject({ status, path: null, misses: [] })
  })
})

describe('explainRequest on long paths', () => {
  it.each<[string, string, Record<string, RegExp>, string, string]>([
    ['a glob', '*path', {}, 'POST', 'a/'.repeat(30_000)],
    ['a requirement', ':id', { id: /\d+/ }, 'GET', '1'.repeat(60_000)],
    ['two globs', '*a/x/*b/y', {}, 'GET', 'x/'.repeat(30_000)],
    ['two params', ':a-:b', {}, 'GET', 'a-'.repeat(30_000)],
    ['a lookahead', '*a/x/:b', { a: /(?:(?!q)[a-z/])+?(?=\/x|$)/ }, 'GET', 'x/'.repeat(30_000)],
    ['a lookbehind', '*a/x/:b', { a: /.+(?<!\.git)/, b: /\d+/ }, 'GET', 'x/'.repeat(30_000)],
  ])('tries no place twice: %s', (_, pattern, constraints, method, rest) => {
    const { manifest } = compileRoutes((r) => r.get(pattern, { to: 'a#b', constraints, format: false }))
    expect(explainRequest(manifest!, method, `/${rest}z`).status).not.toBe('uri-too-long')
  })
})
