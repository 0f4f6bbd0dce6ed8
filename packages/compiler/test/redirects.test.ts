import { validateHeaderValue } from 'node:http'
import type { Match } from '@turnout/runtime'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { redirect, type Routes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'
import { newSeed, runsOf } from './runs.ts'

const seed = newSeed('redirects')
const RUNS = runsOf(1000)

const PARTS =
  'https:// http:// // / app.test app . .. : @ ? # \\ % %41 %{id} %{id} %{id} [::1] 8080 é 日 {} \ud83d'.split(' ')
const text = fc
  .array(fc.oneof(fc.constantFrom(...PARTS, ' ', '\n'), fc.string({ maxLength: 2 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

const id = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    '/evil.com',
    '//evil.com',
    '\\evil.com',
    '@evil.com',
    ':80@evil.com',
    '.evil.com',
    'evil.com/',
    '。evil.com',
    'é',
  ),
)

const host = fc.oneof(fc.constantFrom('h.test', 'www.h.test:8080', '[::1]', '10.0.0.1', 'a@b', 'é.test'), fc.string())

/** What the last two labels of a host, its port and its scheme are. */
function siteOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${/[^.]*(?:\.[^.]*\.?)?$/.exec(hostname)![0]}:${port}`
}

function matchOf(target: string | object): { match: Match; isOpen: boolean } | null {
  const { manifest, diagnostics } = compileRoutes(
    (r: Routes) => r.get('from/*id', { to: redirect(target), format: false }),
    {
      severities: { 'open-redirect': 'warning' },
    },
  )
  if (manifest === null) return null
  const isOpen = diagnostics.some(({ code }) => code === 'open-redirect')
  return { match: loadModule(emitModule(manifest).code)['match'] as Match, isOpen }
}

/** The location for a request whose param is this text; null where there can be no such request. */
function locationFor(match: Match, param: string, request = {}): string | null {
  if (/\p{Cs}/u.test(param)) return null
  return match('GET', `/from/${encodeURIComponent(param)}?q=${param}`, request)?.redirect?.location ?? null
}

it('a location is a valid header, of the site that the text names', () => {
  let judged = 0
  const judge = (target: string, param: string) => {
    const compiled = matchOf(target)
    if (compiled === null) return
    const location = locationFor(compiled.match, param)
    if (location === null) return
    validateHeaderValue('location', location)
    expect(location).toMatch(/^[!-~]+$/)
    const plain = locationFor(compiled.match, 'x')!
    for (const base of ['https://base.test/', 'http://base.test:8080/from/x']) {
      // Some values make a host that no client reads.
      if (compiled.isOpen || !URL.canParse(location, base)) continue
      judged += 1
      expect(siteOf(new URL(location, base).href)).toBe(siteOf(new URL(plain, base).href))
    }
  }
  fc.assert(fc.property(text, id, judge), { seed, numRuns: RUNS })
  expect(judged).toBeGreaterThan(RUNS / 10)
})

it('a location from options is a valid header, of the site of the request', () => {
  const parts = fc.record(
    {
      path: text,
      protocol: fc.constantFrom('http', 'https://', 'javascript'),
      port: fc.oneof(fc.integer({ min: -1, max: 70_000 }), text),
      subdomain: fc.oneof(fc.constantFrom('www', 'a.b', '', false), text),
      params: fc.dictionary(text, text, { maxKeys: 2 }),
      anchor: text,
    },
    { requiredKeys: [] },
  )
  let judged = 0
  const judge = (target: object, param: string, name: string) => {
    const compiled = matchOf(target)
    if (compiled === null) return
    const location = locationFor(compiled.match, param, { headers: { host: name } })
    if (location === null) return
    validateHeaderValue('location', location)
    expect(location).toMatch(/^[!-~]+$/)
    judged += 1
    const own = `http://${name}/`
    if (location.startsWith('/')) expect(new URL(location, 'http://base.test').host).toBe('base.test')
    else if (URL.canParse(location) && URL.canParse(own)) {
      // The dot of the root at the end of a host name makes no other site.
      const [ownHost, host] = [own, location].map((url) => new URL(url).hostname.replace(/\.$/, '')) as [string, string]
      const domain = ownHost.split('.').slice(-2).join('.')
      expect(`.${host}`.endsWith(`.${domain}`), location).toBe(true)
    }
  }
  fc.assert(fc.property(parts, id, host, judge), { seed, numRuns: RUNS })
  expect(judged).toBeGreaterThan(RUNS / 20)
})
