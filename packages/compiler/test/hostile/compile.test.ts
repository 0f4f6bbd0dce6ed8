import { describe, expect, it } from 'vitest'
import { action } from '../../src/dsl.ts'
import { compileRoutes, type CompiledRoutes, type Diagnostic, type DiagnosticCode } from '../../src/index.ts'
import { loosely, type Builder } from '../loosely.ts'
import { hostileCases, toValue, type HostileCase } from './cases.ts'

interface RouteInput {
  readonly verb: string
  readonly path: unknown
  readonly to?: string
  readonly as?: string
  readonly controller?: string
  readonly action?: string
}

/** The codes that the file proposes, and ours. */
const CODES: Readonly<Record<string, readonly DiagnosticCode[]>> = {
  NESTING_TOO_DEEP: ['nesting-too-deep'],
  PATH_TOO_LONG: ['path-too-long'],
  RESERVED_PARAM: ['reserved-param'],
  DUPLICATE_PARAM: ['duplicate-param'],
  DYNAMIC_CONTROLLER: ['dynamic-segment'],
  BAD_PARAM_NAME: ['bad-param-name'],
  AMBIGUOUS_ADJACENT_PARAMS: ['adjacent-params'],
  SYNTAX: ['pattern-syntax'],
  DOT_SEGMENT_IN_PATTERN: ['dot-segment'],
  // Two routes of one name, and two names of one helper, are told apart.
  DUPLICATE_NAME: ['duplicate-name', 'name-collision'],
  BAD_CONTROLLER: ['invalid-controller'],
  // `'users#'` names no action at all.
  BAD_ACTION: ['invalid-action', 'missing-action'],
  // A scanner tests these expressions in linear time, so they are no mistakes.
  UNSAFE_REGEX: [],
  ANCHOR_IN_CONSTRAINT: ['regexp-anchor'],
  BAD_REGEX_FLAG: ['regexp-flags'],
  UNSUPPORTED_REGEX: ['unsupported-requirement'],
  EMPTY_REGEX: ['empty-requirement'],
}

/** Cases that compile without the expected report, each with the reason. */
const COMPILES: Readonly<Record<string, string>> = {
  'size-022': 'A table with thousands of branches is its author’s choice. Each branch costs well under a microsecond.',
  // Rails’ recorded results win.
  'prm-012': 'Rails takes `/:a:b`, though no request matches it. It is a warning.',
  'prm-014': 'Rails 8.1 reads `/a)` as `/a`.',
  'prm-018': 'Rails takes `/a#b` for the literal path `/a%23b`; its own suite has `/with%23anchor`.',
}

describe.each(['compile', 'constraint'])('hostile inputs of kind %s', (kind) => {
  const cases = hostileCases(kind)

  it('are all there', () => {
    expect(cases).toHaveLength({ compile: 35, constraint: 13 }[kind]!)
  })

  it.each(cases.map((each) => [each.id, each] as const))('%s', (id, each) => {
    const { expected } = each
    // No test is timed: what blows up runs into the time limit of the test. `bench/` has the figures.
    const { manifest, diagnostics } = run(each)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (id in COMPILES || CODES[expected['code'] as string]?.length === 0) {
      expect(errors).toEqual([])
      return
    }
    switch (expected['status']) {
      case 'ok-or-build-error':
        expect(manifest === null).toBe(errors.length > 0)
        return
      case 'ok':
        expect(errors).toEqual([])
        expect(manifest).not.toBeNull()
        return
      case 'ok-with-warning':
        expect(errors).toEqual([])
        expectCode(
          diagnostics.filter(({ severity }) => severity === 'warning'),
          expected,
        )
        return
      case 'build-error':
        expect(manifest).toBeNull()
        expectCode(errors, expected)
        return
      default:
        expect.fail(`unknown status ${String(expected['status'])}`)
    }
  })
})

function expectCode(diagnostics: readonly Diagnostic[], expected: HostileCase['expected']): void {
  const codes = CODES[expected['code'] as string]
  const found = diagnostics.find(({ code }) => codes?.includes(code))
  expect(found, JSON.stringify(diagnostics.map(({ code, message }) => `${code}: ${message}`))).toBeDefined()
  // The place is the call in this file.
  expect(found!.location).toMatchObject({ file: expect.stringMatching(/compile\.test\.ts$/) })
  if (expected['bothLocations'] === true) expect(found!.related).toHaveLength(1)
  if (expected['givesAttackString'] === true) expect(found!.message).toMatch(/'\.repeat\(\d+\)/)
}

function run({ input }: HostileCase): CompiledRoutes {
  if ('source' in input) {
    const regexp = new RegExp(String(input['source']), String(input['flags']))
    return compileRoutes(
      loosely((r) => r['get']!(`/x/:${String(input['param'])}`, { to: 'x#y', constraints: { id: regexp } })),
    )
  }
  if ('dsl' in input) return compileRoutes(loosely(dslBlock(input['dsl'] as Record<string, number>)))
  return compileRoutes(
    loosely((r) => {
      for (const { verb, path, to, as, ...target } of routeInputs(input['routes'])) {
        const options = {
          ...(to !== undefined && { to }),
          ...(as !== undefined && { as }),
          ...(target.controller !== undefined && { controller: target.controller }),
          ...(target.action !== undefined && { action: action(target.action) }),
        }
        r[verb.toLowerCase()]!(pathOf(path), options)
      }
    }),
  )
}

function dslBlock(notation: Record<string, number>): (r: Builder) => void {
  const [[name, n]] = Object.entries(notation) as [[string, number]]
  switch (name) {
    case '$nestedOptionals':
      return (r) => r['get']!(nestedOptionals(n), { to: 'x#y' })
    case '$optionals':
      return (r) => r['get']!(pathOf(notation), { to: 'x#y' })
    case '$nestScope':
      return (r) => {
        const nest = (depth: number): void =>
          depth === 0 ? r['get']!('end', { to: 'x#y' }) : r['scope']!('a', () => nest(depth - 1))
        nest(n)
      }
    case '$nestResources':
      return (r) => {
        const nest = (depth: number): void => {
          if (depth > 0) r['resources']!(`r${depth}`, () => nest(depth - 1))
        }
        nest(n)
      }
    case '$resources':
      return (r) => {
        for (let index = 0; index < n; index += 1) r['resources']!(`r${index}`)
      }
    default:
      throw new Error(`unknown notation ${name}`)
  }
}

function nestedOptionals(n: number): string {
  let path = ''
  for (let depth = n; depth >= 1; depth -= 1) path = `(/:a${depth}${path})`
  return path
}

function routeInputs(routes: unknown): readonly RouteInput[] {
  if (Array.isArray(routes)) return routes as RouteInput[]
  const { $staticParamLattice: n } = routes as { $staticParamLattice: number }
  return Array.from({ length: 2 ** n }, (_, bits) => {
    const segments = Array.from({ length: n }, (__, index) => ((bits >> index) & 1 ? `:p${index}` : 'a'))
    return { verb: 'GET', path: `/${segments.join('/')}/end`, to: 'x#y' }
  })
}

function pathOf(path: unknown): unknown {
  if (typeof path !== 'object' || path === null) return path
  const { $staticSegments, $optionals, suffix = '' } = path as Record<string, number> & { suffix?: string }
  if ($staticSegments !== undefined) {
    return Array.from({ length: $staticSegments }, (_, index) => `/s${index}`).join('') + suffix
  }
  if ($optionals !== undefined)
    return `/${Array.from({ length: $optionals }, (_, index) => `(a${index + 1})`).join('')}`
  return toValue(path)
}
