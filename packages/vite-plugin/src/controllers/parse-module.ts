import path from 'node:path'
import type { Program } from 'estree'
import * as vite from 'vite'

/**
 * Parses a module in JavaScript or TypeScript, with JSX where its name says so.
 *
 * @throws Error if it has a mistake in its syntax
 */
export async function parseModule(source: string, file: string) {
  const { code, map } = await withoutTypes(source, file)
  return { program: vite.parseAst(code) as Program, code, map }
}

type Transform = (
  source: string,
  file: string,
  options: { readonly sourcemap: true },
) => Promise<{ readonly code: string; readonly map?: object | null | undefined }>

/** Compiles TypeScript and JSX with Vite: Oxc in Vite 8, esbuild in Vite 7. */
async function withoutTypes(source: string, file: string): ReturnType<Transform> {
  if (/\.[mc]?js$/.test(file)) return { code: source, map: null }
  const { transformWithOxc, transformWithEsbuild } = vite as unknown as Record<string, Transform | undefined>
  return (transformWithOxc ?? transformWithEsbuild!)(source, path.basename(file), { sourcemap: true })
}
