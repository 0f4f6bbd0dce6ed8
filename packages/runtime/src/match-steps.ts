// Creates the steps that change a match before `match` returns it: `{ name, controller, action, params, path }` -> `{ … }`.
import { emptyParams, isInherited } from './params.ts'
import type { MatchStep } from './route-match.ts'

/** Creates the step that adds a route's default parameters. Parameters of the path override them. */
export function defaultsStep(values: Readonly<Record<string, unknown>>): MatchStep {
  const hasInheritedName = Object.keys(values).some(isInherited)
  return (match) => {
    const params = emptyParams(hasInheritedName || Object.getPrototypeOf(match.params) === null)
    return { ...match, params: Object.assign(params, values, match.params) }
  }
}

/** Creates the step of a route to a callable, which replaces the controller and the action. */
export function endpointStep(callable: unknown): MatchStep {
  return ({ name, params, path }) => ({ name, endpoint: callable, params, path })
}

/** Creates the step of a route whose match also depends on conditions that this table does not contain. */
export function conditionalStep(): MatchStep {
  return (match) => ({ ...match, conditional: true })
}

/** Creates the step of a route without a controller that is declared in a namespace. */
export function namespaceStep(name: string): MatchStep {
  return (match) => ({ ...match, namespace: name })
}

/** Creates the step of a route that matches a prefix of the path, such as a mounted app. `rest`, the remaining path, begins at capture `index`. */
export function restStep(index: number): MatchStep {
  return (match, captures) => {
    const remaining = match.path.slice(captures[2 * index])
    return { ...match, rest: remaining.startsWith('/') ? remaining : `/${remaining}` }
  }
}
