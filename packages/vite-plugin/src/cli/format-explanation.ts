import type { Answer, Candidate, Explanation, ManifestRoute, Miss } from '@turnout/compiler'
import {
  describeCallable,
  describeEndpoint,
  describePlace,
  describeRoute,
  describeValue,
  verbOf,
} from '../print/describe.ts'
import type { Style } from '../print/style.ts'
import { table } from '../print/table.ts'

/** How to show an explanation. */
export interface ExplanationFormat {
  /** Routes whose path is another from its first segment on, too. */
  readonly all: boolean
  /** Columns of the terminal; undefined where there is none. */
  readonly width: number | undefined
  readonly style: Style
}

/** Where no route answers and all are far from the path, so many of the nearest are shown. */
const NEAREST = 5

/** An explanation in words: the answer, then the routes that come before it. */
export function formatExplanation(explanation: Explanation, format: ExplanationFormat): string {
  const { style } = format
  const { method, path, status, answers } = explanation
  if (path === null) {
    const reason =
      status === 'uri-too-long'
        ? 'the path is longer than 64 KiB (414).'
        : 'the path is malformed, or escapes the root with `.` or `..` (400).'
    return `${style('red', 'Refused before any route is asked:')} ${reason}`
  }
  const request = style('bold', `${method} ${path}`)
  const parts = [answers.length === 0 ? noAnswer(request, explanation, style) : answer(request, explanation, style)]
  const missed = misses(explanation, format)
  if (missed !== '') parts.push(missed)
  return parts.join('\n\n')
}

function noAnswer(request: string, { otherVerbs }: Explanation, style: Style): string {
  const lines = [`${request} is answered by ${style('red', 'no route')}.`]
  if (otherVerbs.length > 0) lines.push(`The path is answered for ${otherVerbs.join(', ')}.`)
  return lines.join('\n')
}

function answer(request: string, { answers, asGet }: Explanation, style: Style): string {
  const [first, ...others] = answers as readonly [Answer, ...Answer[]]
  const head = `${request} is answered by ${style('green', describeEndpoint(first.route))}${onlyIf(first)}.`
  const lines = [head, ...details(first)]
  if (asGet) lines.push('  No route is for HEAD, so it is answered as GET.')
  for (const other of others) {
    lines.push(`Else by ${style('green', describeEndpoint(other.route))}${onlyIf(other)}.`, ...details(other))
  }
  if (!isSure(answers.at(-1)!)) lines.push('Else by no route.')
  return lines.join('\n')
}

const isSure = ({ constraints, mayDecline }: Answer) => constraints.length === 0 && !mayDecline

function onlyIf({ constraints, mayDecline }: Answer): string {
  const says = constraints.length === 1 ? 'says' : 'say'
  const condition =
    constraints.length === 0 ? '' : `, if ${constraints.map(describeCallable).join(' and ')} ${says} yes`
  return condition + (mayDecline ? ', unless it declines (404 with `X-Cascade: pass`)' : '')
}

function details({ route, params, rest }: Answer): string[] {
  const entries = Object.entries(params).map(([name, value]) => `${name}: ${describeValue(value)}`)
  const lines = [`  route   ${describeRoute(route)}`]
  if (route.name !== null) lines.push(`  name    ${route.name}`)
  lines.push(`  params  ${entries.length === 0 ? 'none' : entries.join(', ')}`)
  if (rest !== null) lines.push(`  rest    ${rest}`)
  if (route.location !== null) lines.push(`  at      ${describePlace(route)}`)
  return lines
}

function misses(explanation: Explanation, format: ExplanationFormat): string {
  const { misses: all, answers } = explanation
  const path = explanation.path!
  const near = format.all ? all : all.filter(({ miss }) => isNear(miss, path))
  const isNothing = near.length === 0 && answers.length === 0
  const shown = isNothing ? nearest(all) : near
  const others = all.length - shown.length
  const where = answers.length === 0 ? '' : isSure(answers.at(-1)!) ? 'earlier ' : 'other '
  const lines: string[] = []
  if (shown.length > 0) {
    const title = isNothing
      ? 'The nearest routes'
      : `${count(shown.length, where)} that ${shown.length === 1 ? 'does' : 'do'} not answer`
    lines.push(`${title}:`, list(shown, explanation, format))
  }
  if (others > 0) {
    const more = shown.length === 0 ? count(others, where) : `${others} more`
    const verb = others === 1 ? 'is' : 'are'
    lines.push(format.style('dim', `${more} ${verb} for other paths; \`--all\` shows ${others === 1 ? 'it' : 'them'}.`))
  }
  return lines.join('\n')
}

function count(number: number, which: string): string {
  return `${number} ${which}route${number === 1 ? '' : 's'}`
}

/** True unless the pattern parts from the path in its first segment. */
function isNear(miss: Miss, path: string): boolean {
  if (miss.reason !== 'pattern') return true
  const firstSlash = path.indexOf('/', 1)
  return path.length > 1 && miss.at >= (firstSlash < 0 ? path.length : firstSlash)
}

function nearest(all: readonly Candidate[]): Candidate[] {
  const reach = ({ miss }: Candidate) => (miss.reason === 'pattern' ? miss.at : Infinity)
  return [...all]
    .sort((a, b) => reach(b) - reach(a))
    .slice(0, NEAREST)
    .sort((a, b) => a.index - b.index)
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
    reason(route, miss, method, path!),
  ])
  return table(rows, [{}, { style: 'green' }, {}, { style: 'cyan' }, {}], { width, style })
}

/** Why a route does not answer, in a few words. */
function reason({ requirements }: ManifestRoute, miss: Miss, method: string, path: string): string {
  switch (miss.reason) {
    case 'verb':
      return `is for ${miss.verbs.length === 0 ? 'any verb but HEAD' : miss.verbs.join(', ')}, not for ${method}`
    case 'requirement':
      return `:${miss.param} cannot be "${miss.value}": ${describeValue(miss.requirement)}`
    case 'condition':
      return `asks for ${miss.attribute} ${describeValue(miss.condition)}`
    case 'pattern': {
      const { at, expected } = miss
      const left = path.slice(at)
      if (expected === null) return `ends before "${left}"`
      if (left === '') return `goes on with "${expected}"`
      // The rest of the segment, so that whole words are compared.
      const word = /^\/?[^/]*/.exec(left)![0]
      if (!/^[:*]/.test(expected)) return `has "${expected}", not "${word}"`
      const name = expected.slice(1)
      if (!Object.hasOwn(requirements, name)) return `has ${expected}, not "${word}"`
      return `${expected} cannot be "${word}": ${describeValue(requirements[name])}`
    }
  }
}
