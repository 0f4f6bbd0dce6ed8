import { describe, expect, it } from 'vitest'
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
  it.each([/[a-z-]{1,1200}/, /(?!x)[a-z-]{1,1200}/, /(?<!x)[a-z-]+(?<!y)/])('is none with a scanner: %s', (id) => {
    const { diagnostics, manifest } = compileRoutes((r: Builder) =>
      r.get('x:id-:rest', { to: 'c#a', id, rest: /[a-z-]+/ }),
    )
    expect(diagnostics).toEqual([])
    expect(manifest!.routes).toHaveLength(1)
  })

  it('is none for a long text', () => {
    expect(messages((r) => r.get(`x/:id/${'y'.repeat(600)}`, { to: 'c#a', id: /[a-z/]+/ }))).toEqual([])
  })
})

describe('the bound on automata', () => {
  it('is on those that begin at one place, under one verb', () => {
    const globs = (r: Builder, under: string) =>
      times(100, (index) => r.get(`${under}*a-x${index}/*b`, { to: 'c#a', as: null }))
    expect(messages((r) => globs(r, ''))).toEqual([
      expect.stringMatching(/after `\/`.* in \d{4} states; the limit is 1000/),
    ])
    expect(messages((r) => globs(r, 'files/'))).toEqual([expect.stringContaining('after `/files`')])
    expect(messages((r) => globs(r, ':id/'))).toEqual([expect.stringContaining('after `/:`')])
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
    expect(found!.message).toMatch(/largest are `\/\*a-heavier\/.*`\/\*a-heavy\//)
    // Lines of the code as it runs, which need not be those of this file.
    const lines = [found!.location!, ...found!.related.map(({ location }) => location)].map(({ line }) => line)
    expect(lines.toReversed()).toEqual(lines.toSorted((a, b) => a - b))
    expect(found!.related.map(({ message }) => message)).toEqual([
      '`/*a-heavy/*b(.:format)` is declared here.',
      '`/*a-x10/*b(.:format)` is declared here.',
    ])
  })
})

function globs100(r: Builder, index: number): void {
  r.get(`files${index}/*a-x/*b`, { to: 'c#a', as: null })
}
