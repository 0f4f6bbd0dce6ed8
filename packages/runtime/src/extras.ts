import type { Captures, Extra, MatchRequest, RouteMatch } from './route-match.ts'

/** What is asked about entries that have more than a verb and a path; the first argument is 1 and the number of the extra. */
export interface Extras {
  holds(extra: number, path: string, captures: Captures, request: MatchRequest | undefined, target: string): boolean
  /** Null where the route does not accept the request. It may run code of the application, which may call `match`. */
  finish(
    extra: number,
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ): RouteMatch | null
}

/** What tables need that have extras. The others' bundles have none of it. */
export function extras(list: readonly Extra[]): Extras {
  return {
    holds: (extra, path, captures, request, target) =>
      (list[extra - 1]!.tests ?? []).every((test) => test(path, captures, request, target)),
    finish(extra, answer, captures, request, target) {
      const { finish = [], accepts } = list[extra - 1]!
      const result = finish.reduce((before, step) => step(before, captures, request, target), answer)
      return accepts === undefined || accepts(result.params, request) ? result : null
    },
  }
}
