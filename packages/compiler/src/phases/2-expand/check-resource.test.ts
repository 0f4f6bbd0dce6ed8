import { describe, expect, it } from 'vitest'
import { action, type Routes } from '../../dsl.ts'
import { compileRoutes, type CompileRoutesOptions } from '../../index.ts'
import type { Inflections } from './inflect.ts'

const said = (block: (r: Routes) => void, options: CompileRoutesOptions = {}) =>
  compileRoutes(block, options).diagnostics.map(({ message }) => message)

describe('`only` and `except` change nothing', () => {
  const useless = (option: string) => [`\`${option}\` changes nothing: \`photos\` has the same actions without it.`]

  it('where they name all that there is, or nothing of it', () => {
    expect(said((r) => r.resources('photos', { except: [] }))).toEqual(useless('except'))
    expect(
      said((r) => r.resources('photos', { only: ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] })),
    ).toEqual(useless('only'))
    expect(said((r) => r.resources('photos', { only: ['index', 'create', 'new', 'show', 'update', 'edit'] }))).toEqual(
      [],
    )
  })

  it('where a scope around says the same, as a list or as one action', () => {
    const inside = (outer: object, own: object) => said((r) => r.scope(outer, () => r.resources('photos', own)))
    expect(inside({ only: 'show' }, { only: 'show' })).toEqual(useless('only'))
    expect(inside({ only: action('show') }, { only: 'show' })).toEqual(useless('only'))
    expect(inside({ only: ['show', 'index'] }, { only: ['index', 'show'] })).toEqual(useless('only'))
    expect(inside({ except: 'show' }, { except: 'show' })).toEqual(useless('except'))
    expect(inside({ only: 'show' }, { only: 'index' })).toEqual([])
    // As many, and the first is the same.
    expect(inside({ only: ['index', 'show'] }, { only: ['index', 'edit'] })).toEqual([])
    expect(inside({ only: ['index', 'show'] }, { only: ['index'] })).toEqual([])
    expect(inside({ only: ['index'] }, { only: ['index', 'show'] })).toEqual([])
  })

  it('where what a scope says is switched off', () => {
    const all = { only: ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] } as const
    for (const nothing of [null, false]) {
      const outer = { only: nothing, except: nothing } as never
      expect(said((r) => r.scope(outer, () => r.resources('photos', all)))).toEqual(useless('only'))
    }
  })

  it('but not where they name an action that is unknown: that is said', () => {
    expect(said((r) => r.resources('photos', { except: ['indx' as never] }))).toEqual([
      '`except` contains `indx`, which is not an action of a resource. Did you mean `index`?',
    ])
    expect(said((r) => r.resources('photos', { except: ['new', 'indx' as never] }))).toEqual([
      '`except` contains `indx`, which is not an action of a resource. Did you mean `index`?',
    ])
  })
})

describe('nesting', () => {
  const deep = (path: string, name = 'likes') => [`\`${name}\` is nested under two identifiers: \`${path}\`.`]

  it('is deep under two identifiers, and only the first such resource is told', () => {
    expect(
      said((r) => r.resources('a', () => r.resources('b', () => r.resources('likes', () => r.resources('d'))))),
    ).toEqual(deep('/a/:a_id/b/:b_id/likes'))
    expect(said((r) => r.resource('a', () => r.resources('b', () => r.resources('likes'))))).toEqual([])
  })
})

describe('a mangled singular', () => {
  const UNLESS = 'The inflection rules make `cach` the singular of `caches`, not `cache`.'

  it('is told by the route that it names', () => {
    expect(said((r) => r.resources('caches', { only: 'show' }))).toEqual([
      `${UNLESS} The route \`cach\` gets its name from it.`,
    ])
    // A route without a name before it.
    expect(said((r) => r.resources('caches', { only: ['create', 'show'] }))).toEqual([
      `${UNLESS} The route \`cach\` gets its name from it.`,
    ])
  })

  it('is told by the param that it names, where no route has a name of it', () => {
    const unnamed = { to: 'a#b', as: null } as const
    const param = [`${UNLESS} The param \`cach_id\` gets its name from it.`]
    expect(said((r) => r.resources('caches', { only: [] }, () => r.get(':x', unnamed)))).toEqual(param)
    // In an optional part of one of several.
    expect(
      said((r) => {
        r.resources('caches', { only: [] }, (c) => {
          c.collection(() => r.get('y/:z', unnamed))
          c.get('(:x)', unnamed)
        })
      }),
    ).toEqual(param)
    expect(
      said((r) => r.resources('caches', { only: [] }, (c) => c.collection(() => r.get('x(/:cach_id)', unnamed)))),
    ).toEqual(param)
    expect(
      said((r) => r.resources('caches', { only: [] }, (c) => c.collection(() => r.get('(/:x)(/*cach_id)', unnamed)))),
    ).toEqual([])
  })

  it('is not told where nothing is said to be wrong, or nothing uses it', () => {
    expect(said((r) => r.resources('caches', { only: 'index', as: 'x' }))).toEqual([])
    expect(said((r) => r.resources('caches', { only: 'index' }))).toEqual([])
    expect(said((r) => r.resource('caches', { only: 'show' }))).toEqual([])
    expect(said((r) => r.resources('photos', { only: 'show' }))).toEqual([])
  })

  it('is told without the right one, where a rule makes what does not lead back', () => {
    const inflections = (inflect: Inflections) => inflect.singular(/^foos$/, 'bar')
    expect(said((r) => r.resources('foos', { only: 'show' }), { inflections })).toEqual([
      'The inflection rules make `bar` the singular of `foos`. The route `bar` gets its name from it.',
    ])
  })
})
