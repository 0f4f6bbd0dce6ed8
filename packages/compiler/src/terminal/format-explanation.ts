import type { Answer, Candidate, Explanation } from '../manifest/explain.ts'
import type { Suggestion } from '../manifest/explain/suggest.ts'
import { describeEndpoint, describePlace, describeRoute, printValue, verbOf } from '../manifest/print/describe.ts'
import { isSure, onlyIf, reasonOf, SHOWN_ROUTES, similarRoutes } from '../manifest/print/misses.ts'
import { limitList, LINES } from './lines.ts'
import { type Style, colourMethods, colourPattern } from './style.ts'
import { table } from './table.ts'

/** How to show an explanation. */
export interface ExplanationFormat {
  /** True to include routes that differ from the request in the first segment. */
  readonly all: boolean
  /** The columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined
  /** True to mention the option that shows omitted routes. */
  readonly isCommand: boolean
  readonly style: Style
  /** Similar requests for an unmatched request. */
  readonly suggestions?: readonly Suggestion[]
}

/** Describes an explanation: the matching route, then the routes before it. */
export function formatExplanation(explanation: Explanation, format: ExplanationFormat): string {
  const { style } = format
  const { method, path, status, answers } = explanation
  if (path === null) {
    const reason =
      status === 'uri-too-long'
        ? 'the path is longer than 64 KiB (414).'
        : 'the path is malformed, or escapes the root with `.` or `..` (400).'
    return `${style('red', 'Rejected before any route is tried:')} ${reason}`
  }
  const request = style('bold', `${method} ${path}`)
  const parts = [
    answers.length === 0 ? describeNoMatch(request, explanation, format) : describeMatch(request, explanation, style),
  ]
  const missed = misses(explanation, format)
  if (missed !== '') parts.push(missed)
  return parts.join('\n\n')
}

function describeNoMatch(
  request: string,
  { allowedMethods, outsideOf }: Explanation,
  { style, width, suggestions = [] }: ExplanationFormat,
): string {
  const lines = [`${request} matches ${style('red', 'no route')}.`]
  if (outsideOf !== null) lines.push(`The path is outside the base ${outsideOf}.`)
  if (allowedMethods.length > 0) lines.push(`The path supports ${allowedMethods.join(', ')}.`)
  if (suggestions.length > 0) lines.push('', 'Did you mean?', suggestionTable(suggestions, width, style))
  return lines.join('\n')
}

function suggestionTable(suggestions: readonly Suggestion[], width: number | undefined, style: Style): string {
  const rows = suggestions.map(({ method, path, route }) => [' ', method, path, describeEndpoint(route)])
  return table(rows, [{}, { style: colourMethods }, {}, {}], { width, style })
}

function describeMatch(request: string, { answers, asGet }: Explanation, style: Style): string {
  const [first, ...others] = answers as readonly [Answer, ...Answer[]]
  const head = `${request} matches ${style('green', describeEndpoint(first.route))}${onlyIf(first)}.`
  const lines = [head, ...details(first)]
  if (asGet) lines.push('  No route is for HEAD, so the request matches as GET.')
  for (const other of others) {
    lines.push(
      `Otherwise it matches ${style('green', describeEndpoint(other.route))}${onlyIf(other)}.`,
      ...details(other),
    )
  }
  if (!isSure(answers.at(-1)!)) lines.push('Otherwise it matches no route.')
  return lines.join('\n')
}

function details({ route, params, rest }: Answer): string[] {
  const entries = Object.entries(params).map(([name, value]) => `${name}: ${printValue(value)}`)
  const lines = [`  route   ${describeRoute(route)}`]
  if (route.name !== null) lines.push(`  name    ${route.name}`)
  lines.push(`  params  ${entries.length === 0 ? 'none' : entries.join(', ')}`)
  if (rest !== null) lines.push(`  rest    ${rest}`)
  if (route.location !== null) lines.push(`  at      ${describePlace(route)}`)
  return lines
}

function misses(explanation: Explanation, format: ExplanationFormat): string {
  const { misses: all, answers } = explanation
  const { routes, isFar } = similarRoutes(explanation)
  // A request can be similar to thousands of routes.
  const shown = format.all ? all : limitList(routes, answers.length === 0 ? SHOWN_ROUTES : LINES).items
  const others = all.length - shown.length
  const where = answers.length === 0 ? '' : isSure(answers.at(-1)!) ? 'earlier ' : 'other '
  const lines: string[] = []
  if (shown.length > 0) {
    const title =
      isFar && !format.all
        ? 'The nearest routes'
        : `${count(shown.length, where)} that ${shown.length === 1 ? 'does' : 'do'} not match`
    lines.push(`${title}:`, list(shown, explanation, format))
  }
  if (others > 0) {
    const rest = shown.length === 0 ? count(others, where) : `${others} more`
    const verb = others === 1 ? 'is' : 'are'
    const why = !format.all && shown.length < routes.length ? 'not shown' : 'for other paths'
    const how = format.isCommand ? `; \`--all\` shows ${others === 1 ? 'it' : 'them'}` : ''
    lines.push(format.style('dim', `${rest} ${verb} ${why}${how}.`))
  }
  return lines.join('\n')
}

function count(number: number, which: string): string {
  return `${number} ${which}route${number === 1 ? '' : 's'}`
}

function list(
  candidates: readonly Candidate[],
  { method, path }: Explanation,
  { width, style }: ExplanationFormat,
): string {
  const rows = candidates.map(({ route, miss }) => [
    ' ',
    verbOf(route) || 'any',
    route.pattern,
    describeEndpoint(route),
    reasonOf(route, miss, method, path!),
  ])
  return table(rows, [{}, { style: colourMethods }, { style: colourPattern }, {}, { style: 'dim' }], { width, style })
}
