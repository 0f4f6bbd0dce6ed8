import { describeError } from '../../describe.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

/** A requirement on a parameter, or a condition on the request. */
type Limit = {
  readonly kind: 'requirement' | 'condition'
  readonly name: string
}

/** Routes are in words: `GET /photos`, in backticks. */
type Beaten = {
  readonly route: string
  readonly by: readonly string[]
  /** What becomes of a request for the route. */
  readonly example: string
}

type BeatenTogether = {
  /** How many. */
  readonly routes: number
  readonly listed: string
  readonly example: string
  /** The first of them and what they are behind; null where all are of one call. */
  readonly behind: { readonly first: string; readonly earlier: string } | null
}

/** Many routes that begin at one place. */
type HeavyPlace = {
  readonly begin: string
  readonly states: number
  readonly limit: number
  readonly heaviest: readonly { readonly path: string; readonly states: number }[]
  readonly isOne: boolean
}

/** One route that needs a regular expression. */
type SlowPath = {
  readonly path: string
  /** In states. */
  readonly limit: number
}

type RedirectLoop = {
  readonly request: string
  /** The targets on the way, those of a request to itself left out. */
  readonly way: readonly string[]
  /** How many targets of the circle are left out of the way. */
  readonly ends: 'never' | number
}

type Verdict =
  | { readonly growth: string; readonly attack: string; readonly steps: string }
  | { readonly reason: string }

/** What only the whole table shows. */
export const analyse = {
  'ambiguous-fanout': {
    severity: 'warning',
    why: 'Literals and parameters stand in each other’s places in so many combinations that a request may have to try a great many branches.',
    fix: 'Make the literals of one level a requirement on one parameter, or split the table.',
    message: ({ path, branches }: { path: string; branches: string }) =>
      `A request that begins with \`${path}\` has ${branches} branches of the table open at once.`,
  },
  'analysis-failed': {
    severity: 'warning',
    why: 'A check of the compiler threw. It is a mistake of the compiler, not of the route files. The table is right, but what the check looks for is not known.',
    fix: 'Report it, with the route file that shows it.',
    message: ({ check, error }: { check: string; error: unknown }) =>
      `The check for ${check} failed: ${describeError(error)}.`,
  },
  'duplicate-param': {
    severity: 'warning',
    why: 'A request has one value for each name; of two segments of one name the last wins, as in Rails.',
    fix: 'Give each segment a name of its own.',
    message: ({ pattern, name }: { pattern: string; name: string }) =>
      `The path \`${pattern}\` has more than one parameter \`${name}\`; the last wins.`,
  },
  'name-collision': {
    severity: 'error',
    why: 'The two route names are different, but their helpers are the same function.',
    fix: "Give one of them another name with `as`, or set the option `helpers: 'snake_case'`.",
    message: ({ first, second, helper }: { first: string; second: string; helper: string }) =>
      `The names \`${first}\` and \`${second}\` both make the helper \`${helper}\`.`,
  },
  'redirect-loop': {
    severity: 'warning',
    why: 'Each redirect leads to a request that is redirected again. Browsers give up after twenty.',
    fix: 'Let the redirect lead to a route that answers, or declare the route that should answer above it.',
    message: ({ request, way, ends }: RedirectLoop) => {
      if (ends === 'never') return `${request} is redirected again and again: to ${way.join(', ')}, ….`
      if (way.length === 0) return `${request} is redirected to itself.`
      return `${request} is redirected in a circle: to ${way.join(', ')}${ends > 0 ? `, and ${ends} more` : ''}, and back.`
    },
  },
  'root-not-first': {
    severity: 'hint',
    why: 'Routes are matched in order: what is declared before the root and takes `/` answers for it.',
    fix: 'Move `root` to the top of the route file.',
    message: ({ taker }: { taker: string }) => `The root comes after ${taker}, which takes \`/\` as well.`,
  },
  'ruby-regexp': {
    severity: 'hint',
    why: 'In Ruby this means something; in JavaScript the same characters mean something else, or stand for themselves.',
    fix: 'Write the JavaScript form that the message names.',
    message: ({ holds, ...limit }: { holds: string } & Limit) => `${on(limit)} holds ${holds}`,
  },
  'shadowed-route': {
    severity: 'warning',
    why: 'Routes are matched in order. An earlier route with a parameter in the place of a literal takes requests that are meant for this one.',
    fix: 'Declare the route with the literal first, or give the parameter of the other a requirement.',
    message: (beaten: Beaten | BeatenTogether) =>
      'routes' in beaten
        ? together('are shadowed', beaten)
        : `${beaten.route} is shadowed by ${beaten.by[0]}: ${beaten.example}.`,
  },
  'slow-pattern': {
    severity: 'warning',
    why: 'Globs and several parameters in one segment are matched by automata. Their work for each character of a path is in proportion to their states, and a path may have 65,536 characters. What is too large for an automaton becomes a regular expression.',
    fix: 'Let such routes begin with a literal segment of their own, shorten counted repetitions, or ask in the action what the pattern asks.',
    message: (slow: HeavyPlace | SlowPath) => {
      if ('path' in slow) {
        return `The path \`${slow.path}\` is too involved for an automaton of ${slow.limit} states. As a regular expression it is not proven to take time in proportion to the length of a request.`
      }
      const { begin, states, limit, heaviest, isOne } = slow
      return (
        `Routes with globs or several parameters in a segment begin behind \`${begin || '/'}\`. A request has to be compared ` +
        `with all of them at once, in ${states} states; the limit is ${limit}. ${isOne ? 'It is' : 'The heaviest are'} ` +
        `${heaviest.map((route) => `\`${route.path}\` (${route.states})`).join(', ')}.`
      )
    },
  },
  'unknown-route': {
    severity: 'warning',
    why: 'The helper would have nothing to lead to, and could only throw.',
    fix: 'Correct the name, or declare the route. Names are those of `turnout routes`, without `_path`.',
    message: ({ call, route, guess }: { call: string; route: string; guess: string | null }) =>
      `\`${call}\` leads to \`${route}\`, which names no route.${didYouMean(guess)}`,
  },
  'unmatchable-route': {
    severity: 'warning',
    why: 'Routes are matched against the path as it is sent: percent-encoded, without control characters, never with an empty parameter.',
    fix: 'Fix the requirement so that it matches what stands in a path.',
    message: ({ route }: { route: string }) => `No request can match ${route}: its requirements leave no path.`,
  },
  'unreachable-route': {
    severity: 'warning',
    why: 'Routes are matched in order. Every request that this route could answer is answered by an earlier one.',
    fix: 'Declare the more specific route first, give the earlier one a requirement, or remove this one.',
    message: (beaten: Beaten | BeatenTogether) => {
      if ('routes' in beaten) return together('can never be reached', beaten)
      const { route, by, example } = beaten
      const earlier =
        by.length === 1
          ? `${by[0]} comes first and takes all of its requests`
          : `earlier routes together take all of its requests: ${by.join(', ')}`
      return `${route} can never be reached: ${earlier}. For example, ${example}.`
    },
  },
  'unsafe-requirement': {
    severity: 'error',
    canBeLowered: true,
    why: 'The regular expression can read one text in so many ways that a request made for it keeps the server busy for seconds or years.',
    fix: 'Let each part begin or end with a character that its neighbours cannot take. If you know better, write `trusted(/…/)`.',
    message: ({ expression, verdict, ...limit }: { expression: string; verdict: Verdict } & Limit) =>
      'reason' in verdict
        ? `${on(limit)} cannot be proven to be fast, for ${verdict.reason}: \`${expression}\`.`
        : `${on(limit)} can take ${verdict.growth} time: \`${expression}\`. ` +
          `On the text ${verdict.attack} it takes ${verdict.steps} steps.`,
  },
  'unsupported-requirement': {
    severity: 'error',
    why: 'A back-reference compares texts. It cannot be matched in linear time, and it means another group once the requirement is part of a larger expression. A lookaround is too much where the path is very involved as it is.',
    fix: 'Match the parameter without it, and compare in the action, or simplify the path.',
    message: (refused: ({ expression: string } & Limit) | ({ name: string } & SlowPath)) => {
      if ('expression' in refused) return `${on(refused)} holds a back-reference: \`${refused.expression}\`.`
      const { name, path, limit } = refused
      return (
        `The requirement on \`${name}\` looks around, and the path \`${path}\` is too involved to be matched with it: its ` +
        `automaton would have more than ${limit} states.`
      )
    },
  },
} as const satisfies Record<string, CatalogEntry>

function on({ kind, name }: Limit): string {
  return `The ${kind} on \`${name}\``
}

function together(what: string, { routes, listed, example, behind }: BeatenTogether): string {
  const begin =
    behind === null
      ? `${routes} routes of this call ${what}: earlier ones take all of their requests.`
      : `${behind.first} and ${routes - 1} more routes ${what}, all behind ${behind.earlier}.`
  return `${begin} They are ${listed}. For example, ${example}.`
}
