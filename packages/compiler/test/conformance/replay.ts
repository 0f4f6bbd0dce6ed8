import { action, redirect } from '../../src/dsl.ts'
import { compileRoutes, type CompileRoutesOptions, type CompiledRoutes } from '../../src/index.ts'
import type { Case, Node, Value } from './corpus.ts'

/** Rails' option names, in this project's spelling. Names of params and defaults stay as they are. */
const CAMEL: Readonly<Record<string, string>> = {
  path_names: 'pathNames',
  shallow_path: 'shallowPath',
  shallow_prefix: 'shallowPrefix',
}

/** Rails' method names, in this project's spelling. */
const METHODS: Readonly<Record<string, string>> = { resources_path_names: 'resourcesPathNames' }

type Builder = Record<string, (...args: unknown[]) => void>

/** A value of a case as the public DSL takes it. */
export function toDsl(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(toDsl)
  const map = value as Readonly<Record<string, Value>>
  if ('sym' in map) return action(String(map['sym']))
  if ('re' in map) return new RegExp(String(map['re']), String(map['flags'] ?? ''))
  if ('redirect' in map) return redirect(toDsl(map['redirect']!) as string, { status: map['status'] as number })
  if ('fn' in map) return named(String(map['fn']))
  return Object.fromEntries(Object.entries(map).map(([key, each]) => [key, toDsl(each)]))
}

/** A callable that answers true, known by its name. */
function named(name: string): () => boolean {
  const callable = () => true
  Object.defineProperty(callable, 'name', { value: name })
  return callable
}

function toOptions(options: Readonly<Record<string, Value>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [CAMEL[key] ?? key, toDsl(value)]))
}

/** Makes the calls of a tree on a builder, each nested list inside its parent's block. */
export function replay(builder: Builder, nodes: readonly Node[]): void {
  for (const node of nodes) {
    const options = toOptions(node.opts ?? {})
    const args = (node.args ?? []).map(toDsl)
    const block = (inner: unknown) => replay(inner as Builder, node.block ?? [])
    if (node.call === 'match_map') {
      const path = node.args?.[0]
      const to = toDsl(node.to ?? null)
      const map = path === undefined ? { to, ...options } : { [String(path)]: to, ...options }
      builder[node.verb ?? 'match']!(map)
      continue
    }
    const method = METHODS[node.call] ?? node.call
    // What was mounted when Rails answered was a proc, which implies no name.
    if (method === 'mount') options['as'] ??= null
    if (method === 'resolve') args.push(() => toDsl(node.returns ?? null))
    if (Object.keys(options).length > 0) args.push(options)
    if (WITH_BLOCK.has(method)) args.push(block)
    builder[method]!(...args)
  }
}

/** Methods whose callback is a block of declarations. */
export const WITH_BLOCK = new Set([
  'resources',
  'resource',
  'namespace',
  'scope',
  'collection',
  'member',
  'new',
  'nested',
  'shallow',
  'controller',
  'defaults',
  'constraints',
  'concern',
])

/** The blocks of what a tree draws, by name. */
function drawsOf(nodes: readonly Node[]): Record<string, (r: unknown) => void> {
  return Object.assign(
    {},
    ...nodes.map(({ call, args, block = [] }) => ({
      ...(call === 'draw' && { [String(args![0])]: (r: unknown) => replay(r as Builder, block) }),
      ...drawsOf(block),
    })),
  )
}

const compiledCases = new WeakMap<Case, CompiledRoutes>()

/** A case as `compileCase` compiles it: once for all tests that share their modules, so they must not change it. */
export function compiledCase(testCase: Case): CompiledRoutes {
  const compiled = compiledCases.get(testCase) ?? compileCase(testCase)
  compiledCases.set(testCase, compiled)
  return compiled
}

/** Compiles a case through the public DSL. */
export function compileCase(testCase: Case, options: CompileRoutesOptions = {}): CompiledRoutes {
  return compileRoutes((r: unknown) => replay(r as Builder, testCase.tree), {
    rails: testCase.rails,
    apiOnly: testCase.api_only ?? false,
    pathNames: testCase.path_names ?? {},
    callables: 'by-name',
    draws: drawsOf(testCase.tree),
    ...options,
  })
}
