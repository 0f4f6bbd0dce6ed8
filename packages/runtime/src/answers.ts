import { emptyParams, isInherited } from './params.ts'
import type { Captures, Extra } from './route-match.ts'

type Finish = NonNullable<Extra['finish']>[number]

/** Adds a route's default parameters. What the path gives goes before them. */
export function defaults(values: Readonly<Record<string, unknown>>): Finish {
  const bare = Object.keys(values).some(isInherited)
  return (answer) => {
    const empty = emptyParams(bare || Object.getPrototypeOf(answer.params) === null)
    return { ...answer, params: Object.assign(empty, values, answer.params) }
  }
}

/** The route leads to a callable. */
export function endpoint(callable: unknown): Finish {
  return ({ name, params, path }) => ({ name, endpoint: callable, params, path })
}

/** Something that is not known here decides as well whether the route answers. */
export function conditional(): Finish {
  return (answer) => ({ ...answer, conditional: true })
}

/** The route matches a prefix of the path: what is left over begins at capture `index`. */
export function rest(index: number): Finish {
  return (answer, captures: Captures) => {
    const left = answer.path.slice(captures[2 * index])
    return { ...answer, rest: left.startsWith('/') ? left : `/${left}` }
  }
}
