import type { Routes } from '../src/dsl.ts'
import type { ResourcesBlock } from '../src/dsl/blocks.ts'
import { compileRoutes, type Block, type CompileRoutesOptions, type ManifestRoute } from '../src/index.ts'

/** The DSL without the types of its arguments, for calls that the types would not let pass. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LooseRoutes = Record<keyof Routes | keyof ResourcesBlock, (...args: any[]) => void>

/** All that is said of a block, `code: message`; where nothing is, its routes, `name verbs pattern controller#action`. */
export function outcome(block: (r: LooseRoutes) => unknown, options: CompileRoutesOptions = {}): string[] {
  const { diagnostics, manifest } = compileRoutes(block as unknown as Block, { callables: 'by-name', ...options })
  // The line is that of the block in its test.
  if (diagnostics.length > 0)
    return diagnostics.map(({ code, message }) => `${code}: ${message.replace(/ \(line \d+\)/g, '')}`)
  return manifest!.routes.map(({ name, verbs, pattern, controller, action }) => {
    const endpoint = controller === null ? '' : ` ${controller}#${action}`
    return `${name ?? '-'} ${verbs.join('|')} ${pattern}${endpoint}`
  })
}

/** The routes of a block of which nothing may be said but warnings. */
export function routesOf(
  block: (r: LooseRoutes) => unknown,
  options: CompileRoutesOptions = {},
): readonly ManifestRoute[] {
  const { diagnostics, manifest } = compileRoutes(block as unknown as Block, { callables: 'by-name', ...options })
  if (manifest === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return manifest.routes
}
