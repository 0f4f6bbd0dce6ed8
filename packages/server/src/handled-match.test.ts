import { describe, expect, test } from 'vitest'
import {
  HANDLED_HEADER,
  matchOfError,
  readMatch,
  rememberMatch,
  reportMatch,
  type HandledMatch,
} from './handled-match.ts'

const HANDLED_MATCH: HandledMatch = {
  method: 'PATCH',
  match: { name: 'photo', controller: 'photos', action: 'update', params: { id: '7' } },
  position: 0,
}
const html = (headers: Record<string, string> = {}) =>
  new Response('<p>', { headers: { 'content-type': 'text/html', ...headers } })

describe('the header with the match', () => {
  test.each([
    HANDLED_MATCH,
    { ...HANDLED_MATCH, match: { name: null, params: {} }, position: 3 },
    { ...HANDLED_MATCH, match: { name: null, params: { id: 'π\r\nx: y\u{1f600}\ud800"' } } },
  ])('returns the same value: %j', (handled) => {
    const { headers } = reportMatch(html(), handled)
    expect(headers.get(HANDLED_HEADER)).toMatch(/^[ -~]+$/)
    expect(readMatch(headers.get(HANDLED_HEADER))).toEqual({
      ...handled,
      match: { controller: undefined, action: undefined, ...handled.match },
    })
  })

  test('is added only to uncompressed HTML responses, and has a limited length', () => {
    const header = (response: Response, handled = HANDLED_MATCH) =>
      reportMatch(response, handled).headers.get(HANDLED_HEADER)
    expect(header(Response.json({}))).toBe(null)
    expect(header(new Response(null, { headers: { 'content-type': 'text/html' } }))).toBe(null)
    expect(header(html({ 'content-encoding': 'br' }))).toBe(null)
    const withId = (length: number) =>
      header(html(), { ...HANDLED_MATCH, match: { name: null, params: { id: 'x'.repeat(length) } } })
    const longest = 6000 - withId(0)!.length
    expect(readMatch(withId(longest))!.match.params).toEqual({ id: 'x'.repeat(longest) })
    expect(withId(longest + 1)).toBe(null)
  })

  test.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"method":"GET","position":0}',
    '{"method":"GET","position":"0","name":null,"params":{}}',
    '{"method":"GET","position":1e99,"name":null,"params":{}}',
    '{"method":7,"position":0,"name":null,"params":{}}',
    '{"method":"GET","position":0,"name":{},"params":{}}',
    '{"method":"GET","position":0,"name":null,"controller":null,"params":{}}',
    '{"method":"GET","position":0,"name":null,"params":null}',
    `{"method":"GET","position":0,"name":"${'x'.repeat(6000)}","params":{}}`,
  ])('of an application is ignored if it is %j', (header) => {
    expect(readMatch(header)).toBe(null)
  })
})

test('a match is attached to an error that can have properties', () => {
  const error = new Error('x')
  rememberMatch(error, HANDLED_MATCH)
  expect(matchOfError(error)).toBe(HANDLED_MATCH)
  for (const thrown of ['text', Object.freeze(new Error('x')), null]) {
    rememberMatch(thrown, HANDLED_MATCH)
    expect(matchOfError(thrown)).toBe(null)
  }
})
