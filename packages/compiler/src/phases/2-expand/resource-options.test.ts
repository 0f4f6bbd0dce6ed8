import { expect, it } from 'vitest'
import { scopeOptions } from './resource-options.ts'

it.each([
  [{}, []],
  [{ path: 'p', as: 'a', only: 'show', param: 'slug', controller: 'c', concerns: 'c' }, []],
  [{ module: 'm', path: 'p' }, [{ module: 'm' }]],
  // Read by the resource itself where it is on.
  [{ shallow: true }, []],
  [{ shallow: false }, [{ shallow: false }]],
  [{ unknown: 1 }, [{ unknown: 1 }]],
  [{ id: /x/ }, [{ constraints: { id: /x/ } }]],
  [{ id: /x/, constraints: { slug: /y/ } }, [{ constraints: { slug: /y/, id: /x/ } }]],
  [{ id: /x/, constraints: null }, [{ constraints: { id: /x/ } }]],
  [{ constraints: { slug: /y/ } }, [{ constraints: { slug: /y/ } }]],
])('of %j a scope around has what is not the resource itself', (options, expected) => {
  expect(scopeOptions(options)).toEqual(expected)
})

it('a constraint function and requirements become two scopes', () => {
  const constraints = () => true
  expect(scopeOptions({ constraints, id: /x/, module: 'm' })).toEqual([
    { constraints, module: 'm' },
    { constraints: { id: /x/ } },
  ])
})
