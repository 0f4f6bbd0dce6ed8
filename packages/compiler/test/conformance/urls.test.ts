import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/index.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { helperName } from '../../src/names/helper-name.ts'
import { loadModule, type Emitted } from '../load-module.ts'
import { CORPORA, readCorpus, type HelperCall } from './corpus.ts'
import { compiledCase } from './replay.ts'

/** Helper calls of each corpus, so that a lost line is noticed. Together: 10,920. */
const SIZES = {
  'rails-suite': 1324,
  'generated-core': 2400,
  'generated-full': 3500,
  applications: 203,
  'applications-2': 1338,
  'applications-3': 294,
  'rails-8.1': 1643,
  'rails-both': 218,
}

describe.each(CORPORA)('URLs of %s', (name) => {
  const cases = readCorpus(name)

  it('has all its calls', () => {
    expect(cases.reduce((sum, { generate = [] }) => sum + generate.length, 0)).toBe(SIZES[name])
  })

  it.each(['positional', 'by name'] as const)('are those that Rails built (%s)', (style) => {
    const failures: object[] = []
    for (const testCase of cases) {
      const { generate = [], expect: expected } = testCase
      if (generate.length === 0) continue
      const { manifest } = compiledCase(testCase)
      if (manifest === null) {
        failures.push({ id: testCase.id, problem: 'does not compile' })
        continue
      }
      const module = loadModule(emitModule(manifest).code)
      generate.forEach((call, index) => {
        const answer = build(module, manifest, call, style)
        const wanted = expected.generated![index]!
        // Rails builds paths with `.` and `..` segments, which browsers take out. Turnout refuses to.
        const isRefused = typeof wanted !== 'string' || /\/\.\.?(?:[/?#]|$)/.test(wanted)
        if (isRefused ? !(answer instanceof TypeError) : answer !== wanted) {
          failures.push({ id: testCase.id, call, wanted, answer: String(answer) })
        }
      })
    }
    expect(failures).toEqual([])
  })
})

const OPTIONS: Readonly<Record<string, string>> = {
  format: 'format',
  anchor: 'anchor',
  trailing_slash: 'trailingSlash',
  host: 'host',
  protocol: 'protocol',
  port: 'port',
  subdomain: 'subdomain',
}

/**
 * Makes a call with Rails' mixed options through the public API: path parameters by name, options, the rest as `query`.
 * Path parameters by name go with positional ones into the options (`positional`), or stand in a map of their own.
 */
function build(module: Emitted, manifest: Manifest, call: HelperCall, style: 'positional' | 'by name'): unknown {
  const route = manifest.routes.find(({ name }) => name === call.name)!
  const names = [...route.pattern.matchAll(/[:*](\w+)/g)].map(([, name]) => name!)
  const params: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const options: Record<string, unknown> = {}
  // Rails' default host gives way to one that the route declares.
  if (call.url && !('host' in route.defaults)) options['host'] = 'example.org'
  for (const [key, value] of Object.entries(call.opts)) {
    if (key in OPTIONS) options[OPTIONS[key]!] = value
    else if (names.includes(key)) params[key] = value
    else query[key] = value
  }
  if (Object.keys(query).length > 0) options['query'] = query
  const helper = module[helperName(call.name, call.url ? 'url' : 'path', 'camelCase')] as (...args: unknown[]) => string
  try {
    if (call.args.length > 0 || style === 'positional') return helper(...call.args, { ...params, ...options })
    return helper(params, options)
  } catch (error) {
    return error
  }
}
