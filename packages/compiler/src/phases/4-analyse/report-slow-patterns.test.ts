import { describe, expect, it } from 'vitest'
import { trusted } from '../../dsl.ts'
import { compileRoutes } from '../../index.ts'

type Builder = Record<'get' | 'post', (path: string, options: object) => void>

const messages = (block: (r: Builder) => void): string[] =>
  compileRoutes(block)
    .diagnostics.filter(({ code }) => code === 'slow-pattern')
    .map(({ message }) => message)

const times = (count: number, declare: (index: number) => void) => {
  for (let index = 0; index < count; index++) declare(index)
}

describe('a route whose automaton would be too large', () => {
  const long = /[a-z-]{1,1200}/
  const letters = (requirement: RegExp) => (r: Builder) =>
    r.get('x:id-:rest', { to: 'c#a', id: requirement, rest: /[a-z-]+/ })

  it('is reported', () => {
    expect(messages(letters(long))).toEqual([
      expect.stringContaining('`/x:id-:rest(.:format)` is too involved for an automaton of 1000 states'),
    ])
    expect(messages(letters(trusted(long)))).toEqual([])
  })

  it('is refused where a requirement looks around', () => {
    const { diagnostics } = compileRoutes(letters(trusted(/(?!x)[a-z-]{1,1200}/)))
    expect(diagnostics).toMatchObject([
      { code: 'unsupported-requirement', message: expect.stringContaining('The requirement on `id` looks around') },
    ])
  })

  it('is none where a requirement looks back, if its texts are few', () => {
    expect(compileRoutes(letters(/(?<!x)[a-z-]+(?<!y)/)).diagnostics).toEqual([])
  })

  it('is not taken for another, where one before it cannot be written down', () => {
    const { diagnostics } = compileRoutes((r: Builder) => {
      r.get('inline', { to: () => {} })
      letters(trusted(long))(r)
    })
    expect(diagnostics.map(({ code }) => code)).toEqual(['inline-callable'])
  })

  it('vouches for no other route of the same pattern', () => {
    expect(
      messages((r) => {
        letters(trusted(long))(r)
        r.post('x:id-:rest', { to: 'c#a', id: long, rest: /[a-z-]+/ })
      }),
    ).toHaveLength(1)
  })
})

describe('the bound on automata', () => {
  it('is on those that begin at one place, under one verb', () => {
    const globs = (r: Builder, under: string) =>
      times(100, (index) => r.get(`${under}*a-x${index}/*b`, { to: 'c#a', as: null }))
    expect(messages((r) => globs(r, ''))).toEqual([
      expect.stringMatching(/begin behind `\/`.* in \d{4} states; the limit is 1000/),
    ])
    expect(messages((r) => globs(r, 'files/'))).toEqual([expect.stringContaining('begin behind `/files`')])
    expect(messages((r) => globs(r, ':id/'))).toEqual([expect.stringContaining('begin behind `/:`')])
    // Each behind a literal of its own.
    expect(messages((r) => times(100, (index) => globs100(r, index)))).toEqual([])
  })

  it('counts the routes of other verbs apart', () => {
    const both = (count: number) =>
      messages((r) =>
        times(count, (index) => r[index % 2 === 0 ? 'get' : 'post'](`*a-x${index}/*b`, { to: 'c#a', as: null })),
      )
    expect(both(40)).toEqual([])
    expect(both(200)).toHaveLength(1)
  })

  it('names the heaviest routes, and stands at the first of them', () => {
    const { diagnostics } = compileRoutes((r: Builder) => {
      times(50, (index) => r.get(`*a-x${index}/*b`, { to: 'c#a', as: null }))
      r.get('*a-heavy/*b', { to: 'c#a', a: /(?:[a-z]{1,90}\/)+/ })
      r.get('*a-heavier/*b', { to: 'c#a', a: /(?:[a-z]{1,180}\/)+/ })
      r.get('*a-z/*b', { to: 'c#a' })
    })
    const found = diagnostics.find(({ code }) => code === 'slow-pattern')
    expect(found!.message).toMatch(/heaviest are `\/\*a-heavier\/.*`\/\*a-heavy\//)
    // Lines of the code as it runs, which need not be those of this file.
    const lines = [found!.location!, ...found!.related.map(({ location }) => location)].map(({ line }) => line)
    expect(lines.toReversed()).toEqual(lines.toSorted((a, b) => a - b))
    expect(found!.related.map(({ message }) => message)).toEqual([
      '`/*a-heavy/*b(.:format)` is declared here.',
      '`/*a-x10/*b(.:format)` is declared here.',
    ])
  })

  it('lets a route pass that becomes a regular expression of linear time', () => {
    expect(messages((r) => r.get(`x/:id/${'y'.repeat(1200)}`, { to: 'c#a', id: /[a-z/]+/ }))).toEqual([])
  })

  it('tells a route that becomes one of more', () => {
    const id = /[a-y]{1,900}/
    const route = (requirement: RegExp) => (r: Builder) =>
      r.get('*a/x:id.*b/x:other.*c', { to: 'c#a', id: requirement, other: /[a-y]{1,200}/ })
    expect(messages(route(id))).toEqual([expect.stringContaining('too involved for an automaton of 1000 states')])
    expect(messages(route(trusted(id)))).toEqual([])
  })
})

function globs100(r: Builder, index: number): void {
  r.get(`files${index}/*a-x/*b`, { to: 'c#a', as: null })
}
