import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule, type Emitted } from './load-module.ts'
import { newSeed, runsOf } from './runs.ts'

const seed = newSeed('round-trip')

interface Route {
  readonly pattern: string
  /** Parameters in order; those of optional groups may be missing. */
  readonly params: readonly { readonly name: string; readonly kind: 'param' | 'glob' | 'optional' }[]
  readonly format: boolean
}

const word = fc.constantFrom('photos', 'a', 'new', 'a-b', 'v1', 'x_y', 'café', "it's", '%20', '@me')

/** One segment of a path. Parameters are named by the place they have in it. */
const segment = fc.oneof(
  { weight: 4, arbitrary: word.map((text) => ({ text: `/${text}`, kinds: [] as ('param' | 'glob')[] })) },
  { weight: 4, arbitrary: fc.constant({ text: '/:', kinds: ['param' as const] }) },
  { weight: 1, arbitrary: fc.constant({ text: '/:-:', kinds: ['param' as const, 'param' as const] }) },
  { weight: 1, arbitrary: fc.constant({ text: '/v:', kinds: ['param' as const] }) },
)

const route: fc.Arbitrary<Route> = fc
  .record({
    segments: fc.array(segment, { maxLength: 4 }),
    optional: fc.integer({ min: 0, max: 2 }),
    glob: fc.boolean(),
    format: fc.boolean(),
  })
  .map(({ segments, optional, glob, format }) => {
    const params: { name: string; kind: 'param' | 'glob' | 'optional' }[] = []
    let pattern = ''
    for (const { text, kinds } of segments) {
      let at = 0
      pattern += text.replace(/:/g, () => {
        const name = `p${params.length}`
        params.push({ name, kind: kinds[at++]! })
        return `:${name}`
      })
    }
    if (glob) {
      pattern += `/*p${params.length}`
      params.push({ name: `p${params.length}`, kind: 'glob' })
    } else if (optional > 0 && pattern !== '') {
      // Where a whole path is optional, its helper may build an empty one, and that is not a request.
      const names = Array.from({ length: optional }, (_, index) => `p${params.length + index}`)
      pattern += names.map((name) => `(/:${name}`).join('') + ')'.repeat(optional)
      for (const name of names) params.push({ name, kind: 'optional' })
    }
    return { pattern: pattern || '/', params, format: format && pattern !== '' }
  })

/** Compiles routes named `r0`, `r1`, …; each under a word of its own where `apart` is true. */
function compile(routes: readonly Route[], apart: boolean): Emitted {
  const { manifest, diagnostics } = compileRoutes((r: { get(path: string, options: object): void }) => {
    routes.forEach(({ pattern, format }, index) => {
      const path = apart ? `/only${index}${pattern}` : pattern
      r.get(path, { to: 'c#a', as: `r${index}`, ...(format ? {} : { format: false }) })
    })
  })
  if (manifest === null) throw new Error(JSON.stringify(diagnostics))
  return loadModule(emitModule(manifest).code)
}

/** A text without what the default requirement refuses (a dot) and what separates parameters in one segment. */
const value = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => text.replace(/[.\-\0]/g, '_')),
  fc.constantFrom('a/b', '?', '#x', '%2e', '%', 'a b', '\u{1f600}', '\\', '\r\n', '//', ':id', '*x', '(a)', "';_", '~'),
  fc.integer({ min: 0 }),
)

interface Call {
  readonly params: Record<string, unknown>
  readonly format: string | undefined
}

const callOf = ({ params, format }: Route): fc.Arbitrary<Call> =>
  fc.record({
    params: fc
      .tuple(
        ...params.map(({ kind }) =>
          kind === 'glob'
            ? fc.array(value, { minLength: 1, maxLength: 3 })
            : kind === 'optional'
              ? fc.option(value, { nil: undefined })
              : value,
        ),
      )
      .map((values) => {
        const map: Record<string, unknown> = {}
        let open = true
        params.forEach(({ name, kind }, index) => {
          // A parameter inside of a group that is left out has no place.
          if (kind === 'optional' && values[index] === undefined) open = false
          if (open) map[name] = values[index]
        })
        return map
      }),
    format: format ? fc.constantFrom(undefined, 'json', 'x y') : fc.constant(undefined),
  })

const table = fc.array(route, { minLength: 1, maxLength: 8 }).chain((routes) =>
  fc.record({
    routes: fc.constant(routes),
    calls: fc.tuple(...routes.map(callOf)),
    query: fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.array(fc.boolean())), {
      maxKeys: 3,
    }),
    anchor: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    trailingSlash: fc.boolean(),
  }),
)

/** What `match` must answer for the parameters of a call: text, globs joined. */
function asText({ params, format }: Call): Record<string, string> {
  const entries = Object.entries(params).map(([name, each]) => [
    name,
    Array.isArray(each) ? each.join('/') : String(each),
  ])
  return Object.fromEntries(format === undefined ? entries : [...entries, ['format', format]])
}

/** True for a call whose globs hold no slash of their own: an empty segment is refused. */
const isPlain = ({ params }: Call) =>
  Object.values(params).every((each) => !Array.isArray(each) || !each.some((part) => /^\/|\/\/|\/$/.test(String(part))))

type Match = (method: string, path: string) => { name: string; params: Record<string, unknown> } | null

describe('a URL that a helper built', () => {
  it('is matched by its route with its parameters', () => {
    fc.assert(
      fc.property(table, ({ routes, calls, trailingSlash }) => {
        const module = compile(routes, true)
        calls.forEach((call, index) => {
          if (!isPlain(call)) return
          const path = module[`r${index}Path`]!(call.params, { format: call.format, trailingSlash })
          const found = (module['match'] as Match)('GET', path)
          expect(found, path).not.toBeNull()
          expect(found!.name).toBe(`r${index}`)
          expect({ ...found!.params }).toEqual(asText(call))
        })
      }),
      { seed, numRuns: runsOf(500) },
    )
  })

  it('is matched by its route or by one that is declared before it', () => {
    fc.assert(
      fc.property(table, ({ routes, calls }) => {
        const module = compile(routes, false)
        calls.forEach((call, index) => {
          if (!isPlain(call)) return
          const path = module[`r${index}Path`]!(call.params, { format: call.format })
          const found = (module['match'] as Match)('GET', path)
          expect(found, path).not.toBeNull()
          const winner = Number(found!.name.slice(1))
          expect(winner).toBeLessThanOrEqual(index)
          if (winner === index) expect({ ...found!.params }).toEqual(asText(call))
        })
      }),
      { seed, numRuns: runsOf(500) },
    )
  })

  it('keeps the origin and the path when a browser resolves it', () => {
    const hostile = fc.oneof(
      value,
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        '.',
        '..',
        '',
        '//evil.com',
        '/\\evil.com',
        '\t//evil.com',
        '@evil.com',
        '%2e%2e',
        null,
        undefined,
        [],
        ['', 'evil.com'],
        {},
      ),
    )
    fc.assert(
      fc.property(
        table,
        fc.array(hostile, { minLength: 8, maxLength: 8 }),
        ({ routes, query, anchor, trailingSlash }, values) => {
          const module = compile(routes, false)
          routes.forEach(({ params }, index) => {
            const options = { query, anchor, trailingSlash, format: values[7] }
            const named = Object.fromEntries(params.map(({ name }, at) => [name, values[at]]))
            for (const base of ['https://h.test', 'http://h.test:8080/deep/er/?q#f']) {
              let path: string
              try {
                path = module[`r${index}Path`]!(named, options)
              } catch (error) {
                expect(error).toBeInstanceOf(TypeError)
                continue
              }
              const resolved = new URL(path, base)
              expect(resolved.origin).toBe(new URL(base).origin)
              const { host } = new URL(base)
              // The parser writes some characters of a query or a fragment otherwise; the path stays as it is.
              expect(resolved.pathname).toBe(path.replace(/[?#].*$/s, '') || new URL(base).pathname)
              const url = module[`r${index}Url`]!(named, { ...options, host, protocol: 'https' })
              expect(url).toBe(`https://${host}${path}`)
              expect(new URL(url).host).toBe(host)
            }
          })
        },
      ),
      { seed, numRuns: runsOf(500) },
    )
  })
})
