import type { Node, Value } from './corpus.ts'
import { WITH_BLOCK } from './replay.ts'

/** Route files as text, and the callables that they import. */
export interface PrintedProject {
  /** By path relative to the project root. */
  readonly files: Readonly<Record<string, string>>
  /** The names of the callables, by the export that stands for each. */
  readonly callables: ReadonlyMap<string, string>
}

const OPTION: Readonly<Record<string, string>> = {
  path_names: 'pathNames',
  shallow_path: 'shallowPath',
  shallow_prefix: 'shallowPrefix',
}

/** Every so many blocks, a block's declarations are put into a file of their own and drawn. */
const DRAW_EVERY = 2

/**
 * Prints a tree as a person would write it: `config/routes.ts` in TypeScript, with some blocks drawn from
 * `config/routes/…` and callables imported from `src/callables.ts`.
 */
export function printProject(tree: readonly Node[]): PrintedProject {
  const callables = new Map<string, string>()
  const files: Record<string, string> = {}
  let blocks = 0
  let drawn = 0

  const file = (path: string, nodes: readonly Node[]): void => {
    const up = '../'.repeat(path.split('/').length - 1)
    files[path] = ''
    const body = calls(nodes, 1)
    files[path] = [
      `import { action, defineRoutes, redirect } from 'vite-plugin-turnout/dsl'`,
      `import * as callables from '${up}src/callables.ts'`,
      '',
      'interface Unused { readonly keep: typeof action | typeof redirect | typeof callables }',
      'export default defineRoutes((r: any) => {',
      body,
      '})',
      '',
    ].join('\n')
  }
  const value = (each: Value): string => {
    if (each === null || typeof each !== 'object') return JSON.stringify(each)
    if (Array.isArray(each)) return `[${each.map(value).join(', ')}]`
    const map = each as Readonly<Record<string, Value>>
    if ('sym' in map) return `action(${JSON.stringify(map['sym'])})`
    if ('re' in map) return `new RegExp(${JSON.stringify(map['re'])}, ${JSON.stringify(map['flags'] ?? '')})`
    if ('redirect' in map) return `redirect(${value(map['redirect']!)}, { status: ${JSON.stringify(map['status'])} })`
    if ('fn' in map) {
      const name = `fn_${String(map['fn']).replace(/\W/g, '_')}`
      callables.set(name, String(map['fn']))
      return `callables.${name}`
    }
    return `{ ${Object.entries(map)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${value(inner)}`)
      .join(', ')} }`
  }
  const optionsOf = (options: Readonly<Record<string, Value>>): string =>
    Object.entries(options)
      .map(([key, each]) => `${JSON.stringify(OPTION[key] ?? key)}: ${value(each)}`)
      .join(', ')
  const calls = (nodes: readonly Node[], depth: number): string => nodes.map((node) => call(node, depth)).join('\n')
  const call = (node: Node, depth: number): string => {
    const indent = '  '.repeat(depth)
    // See `replay`: what was mounted implied no name.
    const options = optionsOf(node.call === 'mount' ? { as: null, ...node.opts } : (node.opts ?? {}))
    if (node.call === 'match_map') {
      const path = node.args?.[0]
      const target = `${path === undefined ? 'to' : JSON.stringify(path)}: ${value(node.to ?? null)}`
      return `${indent}r.${node.verb ?? 'match'}({ ${[target, options].filter(Boolean).join(', ')} })`
    }
    const method = node.call === 'resources_path_names' ? 'resourcesPathNames' : node.call
    const args = (node.args ?? []).map(value)
    if (options !== '') args.push(`{ ${options} }`)
    if (method === 'resolve') args.push(`() => ${value(node.returns ?? null)}`)
    if (WITH_BLOCK.has(method)) {
      blocks += 1
      const inner = node.block ?? []
      if (inner.length > 1 && blocks % DRAW_EVERY === 0) {
        drawn += 1
        const name = drawn % 2 === 0 ? `parts/drawn${drawn}` : `drawn${drawn}`
        file(`config/routes/${name}.ts`, inner)
        args.push(`() => r.draw('${name}')`)
      } else {
        args.push(inner.length === 0 ? '() => {}' : `() => {\n${calls(inner, depth + 1)}\n${indent}}`)
      }
    }
    return `${indent}r.${method}(${args.join(', ')})`
  }

  file('config/routes.ts', tree)
  const exports = [...callables.keys()].map((name) => `export function ${name}(): boolean {\n  return true\n}\n`)
  files['src/callables.ts'] = exports.join('\n') || 'export {}\n'
  return { files, callables }
}
