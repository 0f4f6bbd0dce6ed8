import { compileBlock, type Block, type Compilation, type CompileRoutesOptions } from './compile.ts'
import { writeOutput } from './phases/5-emit/outputs.ts'

/** The result of `compileRoutes`. */
export interface CompiledRoutes extends Compilation {
  /** The code of `virtual:routes`; null if there is an error. Written on first access. */
  readonly code: string | null
  /** The code of its type declarations; null if there is an error. Written on first access. */
  readonly types: string | null
}

/**
 * Compiles a block of declarations synchronously, without files and without Vite: for tools and tests.
 *
 * @param block the argument of `defineRoutes`. Drawn blocks come from `options.draws`.
 */
export function compileRoutes(block: Block, options: CompileRoutesOptions = {}): CompiledRoutes {
  const { manifest, diagnostics } = compileBlock(block, options)
  const { helpers, base, urlDefaults } = options
  const settings = { ...(helpers && { helpers }), ...(base && { base }), ...(urlDefaults && { urlDefaults }) }
  const write = (name: 'module' | 'declarations') => manifest && writeOutput(name, manifest, settings)[0].content
  let code: string | null = null
  let types: string | null = null
  return {
    manifest,
    diagnostics,
    get code() {
      return (code ??= write('module'))
    },
    get types() {
      return (types ??= write('declarations'))
    },
  }
}
