// The differences between servers, which docs/deploying.md documents in a table. The fuzzer permits no others.
import { readFileSync } from 'node:fs'
import type { Chosen } from './cases.ts'
import { FEATURES } from './features.ts'

const DOCUMENT = new URL('../../docs/deploying.md', import.meta.url)
const EVERY = 'every request'
const HEADER = '| request | server | response | reason |'

/** A row of the table. */
export interface Row {
  /** The names of features; or only `every request`. */
  readonly requests: readonly string[]
  readonly servers: readonly string[]
  /**
   * Statuses; `close` for a connection that closes without a response; `cut` for a response without its end; `nothing` for
   * neither; `untyped` for the first server's response without `Content-Type`; `ignored` for the first server's response to
   * the same request with an ordinary value in place of the feature.
   */
  readonly responses: readonly string[]
  readonly line: string
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const listOf = (cell: string) => cell.split(/<br>|; /).map((each) => each.trim())

/**
 * Reads the table.
 *
 * @throws Error if a row names a feature or a server that does not exist, or gives no reason
 */
export function readDifferences(servers: readonly string[], document = readFileSync(DOCUMENT, 'utf8')): Row[] {
  const names = new Set(Object.values(FEATURES).flatMap((group) => Object.keys(group)))
  const lines = document.split('\n').map((line) => line.replace(/ +/g, ' '))
  const first = lines.indexOf(HEADER) + 2
  if (first === 1) throw new Error(`docs/deploying.md has no table \`${HEADER}\`.`)
  const end = lines.findIndex((line, position) => position >= first && !line.startsWith('|'))
  return lines.slice(first, end).map((line) => {
    const [request, server, response, reason] = cellsOf(line) as [string, string, string, string]
    const row = { requests: listOf(request), servers: listOf(server), responses: listOf(response), line }
    const unknown = [
      ...row.requests.filter((name) => !names.has(name) && name !== EVERY),
      ...row.servers.filter((name) => !servers.includes(name)),
      ...row.responses.filter((name) => !/^(?:\d{3}|close|cut|ignored|nothing|untyped)$/.test(name)),
    ]
    if (unknown.length > 0) throw new Error(`Unknown in docs/deploying.md: ${unknown.join('; ')}: ${line}`)
    if (!/[.\w]/.test(reason)) throw new Error(`A row of docs/deploying.md gives no reason: ${line}`)
    return row
  })
}

/** Returns the position of the first response that differs; -1 if all are equal. */
export function firstDifference(expected: readonly string[], actual: readonly string[]): number {
  const length = Math.max(expected.length, actual.length)
  return Array.from({ length }).findIndex((_, position) => !isSame(expected[position], actual[position]))
}

/** An error of the HTTP parser has no media type. It is the same as an error with one. */
function isSame(expected = '', actual = ''): boolean {
  return (
    expected === actual ||
    (/^[45]\d\d$/.test(expected) && actual.startsWith(`${expected} `)) ||
    (/^[45]\d\d$/.test(actual) && expected.startsWith(`${actual} `))
  )
}

/** Returns the row that permits a server's response to a request with some features, if the first server's is `expected`. */
export function permittingRow(
  rows: readonly Row[],
  server: string,
  features: readonly Chosen[],
  [response, expected]: readonly [response: string, expected: string],
): Row | undefined {
  const isNamed = (name: string) => name === EVERY || features.some((feature) => feature.name === name)
  return rows.find(
    ({ requests, servers, responses }) =>
      servers.includes(server) &&
      requests.some(isNamed) &&
      responses.some((permitted) => isPermitted(permitted, response, expected)),
  )
}

/** Returns the rows for requests with some features, which a server responds to as if it ignored the feature. */
export function ignoringRows(rows: readonly Row[], server: string, features: readonly Chosen[]): readonly Row[] {
  return rows.filter(
    ({ requests, servers, responses }) =>
      responses.includes('ignored') && servers.includes(server) && features.some(({ name }) => requests.includes(name)),
  )
}

function isPermitted(permitted: string, response: string, expected: string): boolean {
  if (permitted === 'untyped') return response === expected.replace(/ [^ =]+\/[^ =]+/, '')
  if (permitted === 'cut') return response.endsWith('without its end') || response === 'half a response'
  return response.split(' ', 1)[0] === permitted && !response.endsWith('without its end')
}
