import { afterEach, expect, test, vi } from 'vitest'
import { methodOverride } from '../method-override.ts'
import { parseMultipart } from './multipart.ts'

const field = (name: string, value: string, headers = '') =>
  `--b\r\n${headers}Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const END = '--b--\r\n'
const TYPE = 'multipart/form-data; boundary=b'
const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const parse = (text: string, type = TYPE) => parseMultipart(bytesOf(text), type)

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([TYPE, 'multipart/form-data; boundary="b"', 'Multipart/Form-Data;charset=utf-8;Boundary=b ; x=y'])(
  'reads the boundary of %s',
  async (type) => {
    expect([...(await parse(field('a', '1') + field('b', 'é\r\n--') + END, type))]).toEqual([
      ['a', '1'],
      ['b', 'é\r\n--'],
    ])
  },
)

test.each(['*****', '!#$%&^`|~', '"* *"'])('reads the boundary %s, which some clients send', async (boundary) => {
  const text = field('a', '1').replace('b', boundary.replaceAll('"', ''))
  const end = `--${boundary.replaceAll('"', '')}--\r\n`
  expect([...(await parse(text + end, `multipart/form-data; boundary=${boundary}`))]).toEqual([['a', '1']])
})

test('reads 4,096 fields', async () => {
  expect([...(await parse(field('a', '1').repeat(4096) + END))]).toHaveLength(4096)
})

test.each([
  ['4,097 fields', field('a', '').repeat(4097) + END, TYPE],
  ['4,097 files', field('a"; filename="f', '').repeat(4097) + END, TYPE],
  ['many fields without an end', field('a', '').repeat(100_000), TYPE],
  ['many delimiters', '--b'.repeat(1_000_000), TYPE],
  ['a long header', field('a', '1', `X: ${'x'.repeat(1_048_576)}\r\n`) + END, TYPE],
  ['many headers', field('a', '1', 'X: y\r\n'.repeat(200_000)) + END, TYPE],
  ['long headers of several fields', field('a'.repeat(300_000), '1').repeat(4) + END, TYPE],
  ['headers without an end', `--b\r\n${'X: y\r\n'.repeat(200_000)}`, TYPE],
  ['many fields of the second of two boundaries', field('a', '').repeat(4097) + END, `${TYPE}b; boundary=b`],
  ['a boundary with an escape', field('a', '') + END, 'multipart/form-data; boundary="\\b"'],
  ['no boundary', field('a', '') + END, 'multipart/form-data; boundary='],
])('refuses %s', async (_, text, type) => {
  await expect(parse(text, type)).rejects.toMatchObject({ status: 400 })
})

test('does not call the parser of the host for a form above the limits, because it takes long', async () => {
  const formData = vi.spyOn(Response.prototype, 'formData')
  const text = field('a"; filename="f', '').repeat(4097) + END
  await expect(parse(text)).rejects.toThrow('There are more than 4096 fields.')
  const request = new Request('http://app.test', { method: 'POST', body: text, headers: { 'content-type': TYPE } })
  expect((await methodOverride(request)).method).toBe('POST')
  expect(formData).not.toHaveBeenCalled()
})

test('`methodOverride` reads a form without files without the parser of the host', async () => {
  const formData = vi.spyOn(Response.prototype, 'formData')
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  const body = '_method=pu%74&_method=delete'
  expect((await methodOverride(new Request('http://app.test', { method: 'POST', body, headers }))).method).toBe('PUT')
  expect(formData).not.toHaveBeenCalled()
})
