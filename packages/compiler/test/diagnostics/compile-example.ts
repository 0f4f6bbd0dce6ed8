// Compiles the examples of diagnostics. An example is the source of a block, which runs with the DSL in scope.
import { action, defineRoutes, redirect, trusted } from '../../src/dsl.ts'
import { compileRoutes, type Block, type CompiledRoutes } from '../../src/index.ts'
import type { Example } from './examples.ts'

/** Results by example, because some examples take seconds. */
const compiled = new WeakMap<Example, CompiledRoutes>()

/** Compiles an example, once. */
export function compileExample(example: Example): CompiledRoutes {
  const result = compiled.get(example) ?? compileSource(example, example.block ?? blockOf(example.routes!))
  compiled.set(example, result)
  return result
}

/** Compiles the fixed block of an example. */
export function compileFixed(example: Example): CompiledRoutes {
  return compileSource(example, blockOf(example.mended!))
}

/** Compiles a block with the options and the drawn files of an example. */
function compileSource({ options = '{}', draws = {} }: Example, source: string): CompiledRoutes {
  return compileRoutes(evaluate(source) as Block, {
    ...(evaluate(options) as object),
    draws: Object.fromEntries(Object.entries(draws).map(([name, body]) => [name, evaluate(blockOf(body)) as Block])),
  })
}

/** The source of a block with this body. */
function blockOf(body: string): string {
  return `(r) => {\n${body}\n}`
}

function evaluate(source: string): unknown {
  // eslint-disable-next-line no-implied-eval -- the examples are part of the repository
  return new Function('defineRoutes', 'action', 'redirect', 'trusted', `return (${source})\n//# sourceURL=routes.ts`)(
    defineRoutes,
    action,
    redirect,
    trusted,
  )
}
