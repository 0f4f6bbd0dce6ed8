import { emptyParams, isInherited } from './params.ts'
import type { Captures, RouteExtras } from './route-match.ts'

type Finish = NonNullable<RouteExtras['finish']>[number]

/** Creates the step that adds a route's default parameters. Parameters of the path override them. */
export function defaults(values: Readonly<Record<string, unknown>>): Finish {
  const bare = Object.keys(values).some(isInherited)
  return (match) => {
    const empty = emptyParams(bare || Object.getPrototypeOf(match.params) === null)
    return { ...match, params: Object.assign(empty, values, match.params) }
  }
}

/** Creates the step of a route to a callable. */
export function endpoint(callable: unknown): Finish {
  return ({ name, params, path }) => ({ name, endpoint: callable, params, path })
}

/** Creates the step of a route whose match also depends on conditions that this table does not contain. */
export function conditional(): Finish {
  return (match) => ({ ...match, conditional: true })
}

/** Creates the step of a route without a controller that is declared in a namespace. */
export function namespace(name: string): Finish {
  return (match) => ({ ...match, namespace: name })
}

/** Creates the step of a route that matches a prefix of the path: the remaining path begins at capture `index`. */
export function rest(index: number): Finish {
  return (match, captures: Captures) => {
    const remaining = match.path.slice(captures[2 * index])
    return { ...match, rest: remaining.startsWith('/') ? remaining : `/${remaining}` }
  }
}
