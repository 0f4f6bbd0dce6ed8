import { describe, expect, it } from 'vitest'
import { action, type Routes } from '../../dsl.ts'
import { compileRoutes, type CompileRoutesOptions } from '../../index.ts'

const said = (block: (r: Routes) => void, options: CompileRoutesOptions = {}) =>
  compileRoutes(block, options).diagnostics.map(({ message }) => message)

describe('`only` and `except` are reported as useless', () => {
  const useless = (option: string) => [`\`${option}\` changes nothing: \`photos\` has the same actions without it.`]

  it('if they list all actions or none', () => {
    expect(said((r) => r.resources('photos', { except: [] }))).toEqual(useless('except'))
    expect(
      said((r) => r.resources('photos', { only: ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] })),
    ).toEqual(useless('only'))
    expect(said((r) => r.resources('photos', { only: ['index', 'create', 'new', 'show', 'update', 'edit'] }))).toEqual(
      [],
    )
  })

  it('if the outer scope has the same list or the same action', () => {
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

  it('if they list all actions, and a scope turns its own lists off', () => {
    const all = { only: ['index', 'create', 'new', 'show', 'update', 'destroy', 'edit'] } as const
    for (const nothing of [null, false]) {
      const outer = { only: nothing, except: nothing } as never
      expect(said((r) => r.scope(outer, () => r.resources('photos', all)))).toEqual(useless('only'))
    }
  })

  it('but not if they list an unknown action, which is reported instead', () => {
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

  it('is reported as deep below two identifiers, once for the first such resource', () => {
    expect(
      said((r) => r.resources('a', () => r.resources('b', () => r.resources('likes', () => r.resources('d'))))),
    ).toEqual(deep('/a/:a_id/b/:b_id/likes'))
    expect(said((r) => r.resource('a', () => r.resources('b', () => r.resources('likes'))))).toEqual([])
  })
})
