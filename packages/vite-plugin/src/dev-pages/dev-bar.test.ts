import { expect, test } from 'vitest'
import { scriptPermission } from './dev-bar.ts'

test.each([
  [null, null],
  ['', null],
  ["img-src 'none'", null],
  ["default-src 'self'", null],
  ["default-src 'none'; script-src 'self'", null],
  ["DEFAULT-SRC 'none'; Script-Src 'SELF'", null],
  ["script-src 'none'; script-src-elem *", null],
  ["script-src 'nonce-r4nd+m/=='", 'r4nd+m/=='],
  ["script-src 'strict-dynamic' 'nonce-abc'", 'abc'],
  ["script-src 'self', default-src 'nonce-abc'", 'abc'],
  ["script-src 'nonce-abc', script-src 'nonce-abc'", 'abc'],
  ["sandbox allow-scripts; script-src 'self'", null],
])('%j allows the script, with the nonce %j', (header, nonce) => {
  expect(scriptPermission(header)).toEqual({ nonce })
})

test.each([
  "default-src 'none'",
  "script-src 'none'",
  "script-src 'self' 'strict-dynamic'",
  "script-src https://cdn.example 'unsafe-inline'",
  "script-src 'sha256-abc'",
  "script-src 'self'; script-src-elem 'none'",
  "script-src 'none'; script-src 'self'",
  "script-src 'self', default-src 'none'",
  "script-src 'nonce-abc', script-src 'nonce-def'",
  `script-src 'nonce-"><b>'`,
  "sandbox; script-src 'self'",
])('%j forbids the script', (header) => {
  expect(scriptPermission(header)).toBe(null)
})
