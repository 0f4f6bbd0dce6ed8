// Random raw requests with a fixed seed to the servers on Node. `npm run fuzz` sends more of them, to all servers.
import { expect, onTestFinished, test } from 'vitest'
import { ignoringRows, permittingRow, readDifferences } from './requests/differences.ts'
import { fuzzRequests } from './requests/fuzz.ts'
import { fuzzedServers, SERVER_NAMES } from './requests/servers.ts'

const COUNT = 100
const SEED = 26

test(`${COUNT} random raw requests end no server, get no refused file, and get a documented response`, async () => {
  const { servers, places } = await fuzzedServers(false, onTestFinished)
  const { failures, sent } = await fuzzRequests(servers, places, { count: COUNT, seed: SEED })
  expect(failures.map(({ kind, id, command }) => `${kind}\n${id}: ${command}`)).toEqual([])
  expect([...sent]).toEqual(['Node', 'dev server', 'preview'].map((name) => [name, COUNT]))
})

const table = (row: string) => `| request | server | response | reason |\n| --- | --- | --- | --- |\n${row}\n\n`

test('a row of the documentation permits its responses for its requests and servers only', () => {
  const rows = readDifferences(SERVER_NAMES, table('| a route; HTTP/1.0 | Bun; Deno | 404; close | It has a reason. |'))
  const route = [{ group: 'target' as const, name: 'a route', value: '/' }]
  const other = [{ group: 'target' as const, name: 'dot segments', value: '/..' }]
  expect(permittingRow(rows, 'Bun', route, ['404 text/plain', ''])).toBe(rows[0])
  expect(permittingRow(rows, 'Deno', route, ['close', ''])).toBe(rows[0])
  expect(permittingRow(rows, 'Bun', route, ['500', ''])).toBeUndefined()
  expect(permittingRow(rows, 'workerd', route, ['404', ''])).toBeUndefined()
  expect(permittingRow(rows, 'Bun', other, ['404', ''])).toBeUndefined()
})

test('a row may permit every response without its media type', () => {
  const rows = readDifferences(SERVER_NAMES, table('| every request | Bun | untyped | It has a reason. |'))
  expect(permittingRow(rows, 'Bun', [], ['201 location=/a', '201 text/plain location=/a'])).toBe(rows[0])
  expect(permittingRow(rows, 'Bun', [], ['200', '201 text/plain'])).toBeUndefined()
  expect(permittingRow(rows, 'Bun', [], ['201 text/html', '201 text/plain'])).toBeUndefined()
})

test('a server may ignore a feature only if the row names both', () => {
  const rows = readDifferences(SERVER_NAMES, table('| an unknown `Expect` | Bun | ignored | It has a reason. |'))
  const expecting = [{ group: 'header' as const, name: 'an unknown `Expect`', value: ['Expect: x'] }]
  expect(ignoringRows(rows, 'Bun', expecting)).toEqual(rows)
  expect(ignoringRows(rows, 'Deno', expecting)).toEqual([])
  expect(ignoringRows(rows, 'Bun', [])).toEqual([])
  expect(permittingRow(rows, 'Bun', expecting, ['200', ''])).toBeUndefined()
})

test.each([
  ['| a rote | Bun | 404 | It has a reason. |', 'a rote'],
  ['| a route | Bunn | 404 | It has a reason. |', 'Bunn'],
  ['| a route | Bun | 4O4 | It has a reason. |', '4O4'],
  ['| a route | Bun | 404 | |', 'gives no reason'],
])('a row that is wrong is an error: %s', (row, message) => {
  expect(() => readDifferences(SERVER_NAMES, table(row))).toThrow(message)
})
