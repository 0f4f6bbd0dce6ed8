// Random requests from a seed. The same seed gives the same requests for each server.
import { randomNumbers } from '../../packages/runtime/test/random.ts'
import { FEATURES, type Features } from './features.ts'

type Group = keyof Features

/** A feature of a request, with one of its values. */
export interface Chosen {
  readonly group: Group
  readonly name: string
  readonly value: unknown
}

/** What a client sends on one connection. */
export interface Case {
  /** `<seed>:<index>` */
  readonly id: string
  readonly features: readonly Chosen[]
  /** Bytes, written one by one. */
  readonly pieces: readonly string[]
  /** The methods of the requests, each of which should get a response. */
  readonly methods: readonly string[]
  readonly end: 'read' | 'end' | 'reset'
}

/** Paths that differ by machine. */
export interface Places {
  readonly root: string
  readonly outside: string
}

/** How many of a hundred requests have a feature of a group. Every request has a target. */
const SHARES: Readonly<Record<Group, number>> = {
  target: 100,
  method: 20,
  version: 4,
  host: 12,
  header: 40,
  accept: 25,
  body: 25,
  following: 10,
  leaving: 6,
}

/** Features with which the bytes behind the request may belong to it, or to another protocol, or are not read. */
const UNFRAMED = new Set([
  '`Content-Length` above the limit of the server',
  'a malformed `Content-Length`',
  'two equal `Content-Length` headers',
  '`Content-Length` with `Transfer-Encoding`',
  'an unknown `Transfer-Encoding`',
  'a malformed chunk',
  'a long chunk extension or trailer',
  'an upgrade to WebSocket',
  'another upgrade',
  "an upgrade to the dev server's WebSocket",
])

/** The features of targets, those of routes and files several times, because most other features concern them. */
const TARGETS = Object.entries(FEATURES.target).flatMap((entry) => {
  const weights: Readonly<Record<string, number>> = { 'a route': 20, 'a public file': 5 }
  return Array.from({ length: weights[entry[0]] ?? 1 }, () => entry)
})

/** Makes the case of a seed with an index. */
export function randomCase(seed: number, index: number, places: Places): Case {
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) + Math.imul(index, 0x85ebca6b))
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const features: Chosen[] = []
  for (const [group, share] of Object.entries(SHARES) as [Group, number][]) {
    if (random() * 100 >= share) continue
    const [name, values] = group === 'target' ? pick(TARGETS) : pick(Object.entries(FEATURES[group]))
    features.push({ group, name, value: pick(values as readonly unknown[]) })
  }
  return makeCase(`${seed}:${index}`, features, places)
}

/** Makes a case of features. */
export function makeCase(id: string, features: readonly Chosen[], { root, outside }: Places): Case {
  const valueOf = <Value>(group: Group) =>
    features.find((feature) => feature.group === group)?.value as Value | undefined
  const written = valueOf<string>('target') ?? '/photos'
  const filled = written
    .replace('{root}', root)
    .replace('{outside}', outside)
    .replace('{up}', '../'.repeat(12).slice(0, -1))
  const [, ownMethod = 'GET', target = filled] = /^([A-Z]+) (.*)$/s.exec(filled) ?? []
  const body = valueOf<Features['body'][string][number]>('body')
  // Most servers ignore the body of a GET request, so a request with a body is a POST, unless a feature decides.
  const isPreflight = features.some(({ name }) => name === 'a CORS preflight')
  const method =
    valueOf<string>('method') ??
    (isPreflight ? 'OPTIONS' : undefined) ??
    (body !== undefined && ownMethod === 'GET' && !/^\/(?:photos|apps)$/.test(target) ? 'POST' : ownMethod)
  const [lines = [], ...parts] = body ?? []
  const headers = [
    ...(valueOf<readonly string[]>('host') ?? ['Host: 127.0.0.1']),
    ...(valueOf<readonly string[]>('header') ?? []),
    ...(valueOf<readonly string[]>('accept') ?? []),
    ...lines,
  ]
  const version = valueOf<string>('version') ?? 'HTTP/1.1'
  const line = `${method} ${target} ${version}`.replace(/ $/, '')
  // A server closes the connection after this response. If it closes first, the client may lose the response.
  const isLast = version !== 'HTTP/1.1' || headers.some((header) => /^Connection:.*\bclose\b/i.test(header))
  const [following = '', ...followingMethods] = isLast ? [] : (valueOf<readonly string[]>('following') ?? [])
  const isFramed = !features.some(({ name }) => UNFRAMED.has(name))
  const methods = isFramed ? followingMethods : []
  const [end = 'read', cut] = valueOf<Features['leaving'][string][number]>('leaving') ?? []
  const head = `${[line, ...headers].join('\r\n')}\r\n\r\n`
  const pieces = {
    'in the line': [line.slice(0, Math.ceil(line.length / 2))],
    'in the headers': [head.slice(0, -3)],
    'in the body': [head, ...parts.slice(0, -1)],
    none: [head + (parts[0] ?? ''), ...parts.slice(1), following].filter(
      (piece, position) => position === 0 || piece !== '',
    ),
  }[cut ?? 'none']
  return { id, features, pieces, methods: [method, ...(cut === undefined ? methods : [])], end }
}

const escape = (chars: RegExp) => (target: string) => target.replace(chars, encodeURIComponent)
const cutAtSpace = (target: string) => target.replace(/ .*/s, '?')

/** The targets that servers see if they ignore a feature. */
const ORDINARY_TARGETS: Readonly<Record<string, (target: string) => string>> = {
  'a byte above 127 in the target': (target) => escape(/[^\0-\x7f]/gu)(Buffer.from(target, 'latin1').toString('utf8')),
  // As in a URL, tabs and line breaks are removed, and all control characters at the end.
  'a control character in the target': (target) =>
    escape(/\p{Cc}/gu)(target.replaceAll(/[\t\r\n]|\p{Cc}+$/gu, (char) => (char === '\x7f' ? char : ''))),
  'a fragment in the target': (target) => target.replace('/#/..', '').replace(/^\/photos$/, '/photos?'),
  'a backslash in the target': escape(/\\/g),
  'a space in the target': cutAtSpace,
  'two slashes before a malformed host': cutAtSpace,
  'a target with another host': (target) => target.replace(/^https?:\/\/[^/]*/, ''),
  'a target of more than 16 KiB': (target) => target.slice(0, 8000),
}

/**
 * Returns the case with ordinary values in place of some features: an ordinary body, another target, and a registered
 * method that no route names. Other features are removed.
 */
export function withoutFeatures({ id, features }: Case, names: ReadonlySet<string>, places: Places): Case {
  // Nothing follows a request with another version: `makeCase`.
  const isLast = features.some(({ group, name }) => group === 'version' && names.has(name))
  const kept = features.filter(({ group }) => !isLast || group !== 'following')
  return makeCase(
    id,
    kept.flatMap((feature) => (names.has(feature.name) ? ordinary(feature) : [feature])),
    places,
  )
}

function ordinary(feature: Chosen): Chosen[] {
  const { group, name, value } = feature
  if (group === 'method') return [{ ...feature, value: 'PROPFIND' }]
  if (group === 'target' && name in ORDINARY_TARGETS)
    return [{ ...feature, value: ORDINARY_TARGETS[name]!(value as string) }]
  if (group !== 'body') return []
  const [lines] = value as Features['body'][string][number]
  const framing = /^(?:Content-Length|Transfer-Encoding|Trailer)\b/i
  return [{ ...feature, value: [[...lines.filter((line) => !framing.test(line)), 'Content-Length: 5'], 'title'] }]
}

/** The command that sends a case in a shell. */
export function asCommand({ pieces, end }: Case): string {
  const escaped = pieces
    .join('')
    .replace(/[^ -~]|['\\%]/g, (char) => (char === '%' ? '%%' : `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`))
  return `printf '${escaped}' | nc${end === 'end' ? ' -N' : ''} 127.0.0.1 $PORT${end === 'reset' ? ' # and reset the connection' : ''}`
}
