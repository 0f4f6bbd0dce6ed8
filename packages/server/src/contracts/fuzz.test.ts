// Random queries and bodies, from a seed: a contract responds to all of them, and never with an error.
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { ActionArguments } from '../types.ts'
import { action } from './action.ts'
import { randomNumbers } from '../../../runtime/test/random.ts'

const COUNT = 20_000
const SEED = 28

const random = randomNumbers(SEED)
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!
const many = (most: number, make: () => string, between = '') => Array.from({ length: below(most) }, make).join(between)

const NAMES = [
  'photo',
  'title',
  'tags',
  'page',
  '__proto__',
  'constructor',
  'prototype',
  'a',
  '',
  '%',
  '%5B',
  'é',
  '\ud800',
  '0',
]
const PIECES = [
  '[',
  ']',
  '[]',
  '[title]',
  '[tags][]',
  '[__proto__]',
  '[][a]',
  '[a][b]',
  '=',
  '&',
  '+',
  '%',
  '%00',
  '%ff',
  '%ED%A0%80',
  ';',
]
const VALUES = ['x', '', '1', '-0', 'null', '\u0000', '\ud800', '😀', '__proto__', '"', '\r\n', '--xx', '1e999']
const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"__proto__"',
  '"photo"',
  '"title"',
  '"\\ud800"',
  '"\\u0000"',
  '1',
  '-',
  '1e999',
  'null',
  'true',
  '{"photo":{"title":"',
  '"}}',
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=latin1',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=xx',
  'multipart/form-data; boundary="x x"',
  'multipart/form-data; boundary=',
  'multipart/form-data',
  'text/plain',
  'text/plain, application/json',
  ';;;',
  '',
]

const form = () =>
  pick(['', '', 'photo[title]=x&']) +
  many(12, () => `${pick(NAMES)}${many(6, () => pick(PIECES))}=${pick(VALUES)}`, '&')

function json(): string {
  if (random() < 0.5) return many(30, () => pick(JSON_PIECES))
  const depth = pick([1, 5, 99, 100, 101, 1000])
  return random() < 0.5 ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

const multipart = () =>
  many(
    6,
    () =>
      `${pick(['--xx', '--x', '--xx--', 'xx'])}${pick(['\r\n', '\n', ''])}` +
      `${pick(['content-disposition', 'Content-Type', ''])}: ${pick(['form-data', 'attachment', ''])}; ` +
      `name=${pick(['"', ''])}${pick(NAMES)}${many(3, () => pick(PIECES))}${pick(['"', ''])}` +
      `${pick(['', '; filename="a.png"', '; filename="\r\n', '\r\ncontent-type: image/png', '\r\ncontent-length: -1'])}` +
      `${pick(['\r\n\r\n', '\n\n', '\r\n', ''])}${pick(VALUES)}${pick(['\r\n', ''])}`,
  ) + pick(['--xx--\r\n', '--xx--', '', '--xx'])

const bytes = () => Uint8Array.from({ length: below(64) }, () => below(256))

const echo = action(
  'photos#update',
  {
    params: { id: z.coerce.number() },
    query: z.object({ page: z.coerce.number().optional(), photo: z.unknown() }),
    body: z.object({ photo: z.object({ title: z.string(), tags: z.array(z.string()).optional() }) }).loose(),
  },
  ({ query, body }) => Response.json({ query, body }),
)

test(`${COUNT} random requests are either parsed or refused with a 4xx status`, { timeout: 300_000 }, async () => {
  const statuses = new Map<number, number>()
  for (let count = 0; count < COUNT; count++) {
    const type = pick(TYPES)
    const make = pick([form, json, multipart, bytes, form])
    const body = make()
    const query = encodeURI(random() < 0.7 ? '' : form().replaceAll(/[#\ud800]/g, ''))
    const headers = {
      ...(type !== '' && { 'content-type': type }),
      ...(random() < 0.02 && { 'content-length': '2000000' }),
    }
    const request = new Request(`http://app.test/photos/7?${query}`, { method: 'POST', body, headers })
    const args = { request, params: { id: pick(['7', '7', '7', 'x']) }, context: null } as unknown as ActionArguments
    const response = (await echo(args)) as Response
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (![200, 400, 404, 413, 415, 422].includes(response.status))
      expect.unreachable(`${response.status}: ${type} ${String(body)}`)
    await response.text()
  }
  // Each response has occurred, so the requests are of all kinds.
  expect([...statuses.keys()].toSorted()).toEqual([200, 400, 404, 413, 415, 422])
  expect(({} as { readonly title?: unknown }).title).toBe(undefined)
})

/** Returns a value that counts how often code reads one of its members. */
function counted(value: unknown, count: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    ownKeys(target) {
      const keys = Reflect.ownKeys(target)
      for (const _ of keys) count()
      return keys
    },
    get(target, key) {
      count()
      return counted(Reflect.get(target, key), count)
    },
  })
}

test.each([
  ['a list', (size: number) => JSON.stringify(Array(size).fill(1))],
  [
    'a map',
    (size: number) => JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, key) => [`a${key}`, 'b']))),
  ],
  [
    'nested lists',
    (size: number) => JSON.stringify(Array(size / 50).fill(JSON.parse('['.repeat(50) + ']'.repeat(50)))),
  ],
  [
    'lists in maps',
    (size: number) =>
      `[${Array(size / 2)
        .fill('{"a":[1]}')
        .join()}]`,
  ],
])('a contract reads each member of JSON a limited number of times: %s', async (_, make) => {
  for (const size of [500, 50_000]) {
    const body = `{"x":${make(size)}}`
    let reads = 0
    const { parse } = JSON
    const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      const value: unknown = parse(text, reviver)
      return text === body ? counted(value, () => (reads += 1)) : value
    })
    onTestFinished(() => spy.mockRestore())
    const request = new Request('http://app.test/', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const response = (await echo({ request, params: { id: '7' } } as unknown as ActionArguments)) as Response
    spy.mockRestore()
    expect(response.status).toBe(422)
    expect(reads).toBeGreaterThanOrEqual(size)
    expect(reads / size).toBeLessThan(8)
  }
})
