import { error, hint, warning } from './entry.ts'

/** A requirement on a parameter, or a condition on the request. */
type Limit = {
  readonly kind: 'requirement' | 'condition'
  readonly name: string
}

/** Routes are strings such as `GET /photos`, in backticks. */
type HiddenRoute = {
  readonly route: string
  readonly guards: readonly string[]
  /** The result of an example request for the route. */
  readonly example: string
}

type HiddenRoutes = {
  /** The number of routes. */
  readonly routes: number
  readonly listed: string
  readonly example: string
  /** The first route and the earlier route that hides it. Null if one call declares all routes. */
  readonly behind: { readonly first: string; readonly earlier: string } | null
}

type RedirectLoop = {
  readonly request: string
  /** The targets on the way, without a redirect to itself. */
  readonly stops: readonly string[]
  /** The number of targets of the loop that `stops` omits. */
  readonly omittedStops: 'never' | number
}

/** Problems that only the complete table shows. */
export const analyse = {
  'analysis-failed': warning({
    why: 'A check of the compiler threw an error. This is a bug in the compiler, not in the route files. The table is correct, but the result of this check is unknown.',
    fix: 'Report the bug, with a route file that reproduces it.',
    message: 'The check for {check} failed: {error}.',
  }),
  'duplicate-param': warning({
    why: 'A request has only one value for each name. If two segments have the same name, the last one wins, as in Rails.',
    fix: 'Give each segment its own name.',
    message: 'The path `{pattern}` has more than one parameter `{name}`; the last wins.',
  }),
  'name-collision': error({
    why: 'The names of the two routes differ, but both have the same helper in camelCase.',
    fix: "Give one of them another name with `as`, or set the option `helpers: 'snake_case'`.",
    message: 'The names `{firstName}` and `{secondName}` both have the helper `{helper}`.',
  }),
  'redirect-loop': warning({
    why: 'The target of each redirect is redirected again. Browsers stop after about twenty redirects and show an error.',
    fix: 'Redirect to a route with an action, or declare the intended route above the redirect.',
    message: ({ request, stops, omittedStops }: RedirectLoop) => {
      if (omittedStops === 'never') return `${request} is redirected without end: to ${stops.join(', ')}, ….`
      if (stops.length === 0) return `${request} is redirected to itself.`
      return `${request} is redirected in a loop: to ${stops.join(', ')}${omittedStops > 0 ? `, and ${omittedStops} more` : ''}, and back.`
    },
  }),
  'root-not-first': hint({
    why: 'The first matching route wins. A route that is declared before the root and matches `/` hides the root.',
    fix: 'Move `root` to the top of the route file.',
    message: 'The root comes after {route}, which also matches `/`.',
  }),
  'ruby-regexp': hint({
    why: 'The expression uses syntax of Ruby. In JavaScript, the same characters have another meaning, or match themselves.',
    fix: 'Write the JavaScript form from the message.',
    message: ({ syntax, ...limit }: { syntax: string } & Limit) => `${on(limit)} contains ${syntax}`,
  }),
  'shadowed-route': warning({
    why: 'The first matching route wins. An earlier route has a parameter where this route has a static segment, so it matches requests that are meant for this route.',
    fix: 'Declare the route with the static segment first, or restrict the parameter of the earlier route with a requirement.',
    message: (beaten: HiddenRoute | HiddenRoutes) =>
      'routes' in beaten
        ? together('are shadowed', beaten)
        : `${beaten.route} is shadowed by ${beaten.guards[0]}: ${beaten.example}.`,
  }),
  'unknown-route': warning({
    why: 'The helper has no route to link to, so every call would throw an error.',
    fix: 'Correct the name, or declare the route. Use the name that `turnout routes` prints, without `_path`.',
    message: '`{call}` links to `{route}`, but no route has this name.{?suggestion}',
  }),
  'unmatchable-route': warning({
    why: 'Turnout matches routes against the escaped path, which contains no control characters and no empty parameters.',
    fix: 'Change the requirement so that it matches the escaped form of the value.',
    message: 'No request can match {route}, because no path satisfies its requirements.',
  }),
  'unreachable-route': warning({
    why: 'The first matching route wins. Earlier routes match every request that this route could match.',
    fix: 'Declare the more specific route first, restrict the earlier route with a requirement, or remove this route.',
    message: (beaten: HiddenRoute | HiddenRoutes) => {
      if ('routes' in beaten) return together('can never be reached', beaten)
      const { route, guards, example } = beaten
      const reason =
        guards.length === 1
          ? `${guards[0]} comes first and matches all of its requests`
          : `earlier routes together match all of its requests: ${guards.join(', ')}`
      return `${route} can never be reached: ${reason}. For example, ${example}.`
    },
  }),
  'unsupported-requirement': error({
    why: 'Turnout matches requirements in time that is linear in the path. This is impossible for a back-reference, which compares two parts of a string. Turnout also limits the size of a requirement, because a large one would be slow to load and to run.',
    fix: 'Remove the back-reference, and compare the parts in the action. If the requirement is too large, shorten it, for example with a smaller count, or check the value in the action.',
    message: (refused: Limit & ({ expression: string } | { limit: number })) =>
      'expression' in refused
        ? `${on(refused)} contains a back-reference: \`${refused.expression}\`.`
        : `${on(refused)} is too large: it needs more than ${refused.limit.toLocaleString('en-US')} operations.`,
  }),
}

function on({ kind, name }: Limit): string {
  return `The ${kind} on \`${name}\``
}

function together(consequence: string, { routes, listed, example, behind }: HiddenRoutes): string {
  const summary =
    behind === null
      ? `${routes} routes of this call ${consequence}: earlier routes match all of their requests.`
      : `${behind.first} and ${routes - 1} more routes ${consequence}, all because of ${behind.earlier}.`
  return `${summary} They are ${listed}. For example, ${example}.`
}
