import { compileBlock, type Block, type Compilation, type CompileRoutesOptions } from './compile.ts'
import { emitModule } from './phases/5-emit/emit-module.ts'
import { emitTypes } from './phases/5-emit/emit-types.ts'

/** What `compileRoutes` answers. */
export interface CompiledRoutes extends Compilation {
  /** The text of `virtual:routes`; null when there is an error. Written when it is first read. */
  readonly code: string | null
  /** The text of its declarations; null when there is an error. Written when it is first read. */
  readonly types: string | null
}

/**
 * Compiles a block of declarations synchronously, without files and without Vite: for tools and tests.
 *
 * @param block what `defineRoutes` takes; drawn blocks come from `options.draws`
 */
export function compileRoutes(block: Block, options: CompileRoutesOptions = {}): CompiledRoutes {
  const { manifest, diagnostics } = compileBlock(block, options)
  const style = options.helpers === undefined ? {} : { helpers: options.helpers }
  let code: string | null = null
  let types: string | null = null
  return {
    manifest,
    diagnostics,
    get code() {
      return (code ??= manifest === null ? null : emitModule(manifest, style).code)
    },
    get types() {
      return (types ??= manifest === null ? null : emitTypes(manifest, style).code)
    },
  }
}
