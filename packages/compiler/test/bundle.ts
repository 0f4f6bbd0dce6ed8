import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rollup, type Plugin } from 'rollup'
import { build, transformWithOxc } from 'vite'

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url))

/** The sources of the packages that emitted modules import. */
const SOURCES: Readonly<Record<string, string>> = {
  '@turnout/runtime': `${PACKAGES}runtime/src/index.ts`,
  '@turnout/runtime/pages': `${PACKAGES}runtime/src/pages.ts`,
  '@turnout/navigation': `${PACKAGES}navigation/src/index.ts`,
}

/** Emitted modules by their import names. */
export type EmittedModules = Readonly<Record<string, string>>

/**
 * Serves an entry, `virtual:routes` and the packages' sources; the same for both bundlers. Modules of pages are external.
 *
 * @param routes the source of `virtual:routes`, or the sources of several emitted modules
 */
export function virtualModules(entry: string, routes: string | EmittedModules): Plugin {
  const emitted = typeof routes === 'string' ? { 'virtual:routes': routes } : routes
  const modules: EmittedModules = {
    '\0entry.js': entry,
    ...Object.fromEntries(Object.entries(emitted).map(([name, code]) => [`\0${name}`, code])),
  }
  return {
    name: 'virtual-modules',
    resolveId(id, importer) {
      if (id === 'entry.js') return '\0entry.js'
      if (`\0${id}` in modules) return `\0${id}`
      if (id in SOURCES) return SOURCES[id]
      if (id.startsWith('/src/pages/')) return { id, external: true }
      return importer?.startsWith(PACKAGES) ? fileURLToPath(new URL(id, `file://${importer}`)) : null
    },
    load(id) {
      if (id in modules) return { code: modules[id]!, moduleSideEffects: id === '\0entry.js' }
      if (!id.endsWith('.ts')) return null
      return javaScriptOf(id).then((code) => ({ code, moduleSideEffects: false }))
    },
  }
}

const sources = new Map<string, Promise<string>>()

/** A source of the runtime without its types, made once for all builds. */
function javaScriptOf(file: string): Promise<string> {
  let code = sources.get(file)
  if (code === undefined) {
    code = transformWithOxc(readFileSync(file, 'utf8'), file).then((result) => result.code)
    sources.set(file, code)
  }
  return code
}

/** A production build of an entry that imports `virtual:routes`, by Vite 8 (Rolldown). */
export async function bundleWithVite(entry: string, routes: string | EmittedModules, minify: boolean): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [virtualModules(entry, routes) as never],
    build: {
      write: false,
      minify,
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'entry.js', preserveEntrySignatures: 'strict' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('no output')
  return output.output[0].code
}

/** The same build by Rollup 4, which does not minify. */
export async function bundleWithRollup(entry: string, routes: string | EmittedModules): Promise<string> {
  const bundle = await rollup({
    input: 'entry.js',
    plugins: [virtualModules(entry, routes)],
    onLog(_level, log) {
      // The module exports its own namespace: that is a circle, and meant.
      if (log.code !== 'CIRCULAR_DEPENDENCY' || log.ids?.some((id) => !id.includes('virtual:routes')))
        throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return output[0].code
}

/** Bytes after gzip at its best. */
export function gzipped(code: string): number {
  return gzipSync(code, { level: 9 }).length
}

/** The runtime as a production build has it. A minifier may take a call for one without effect, and drop it. */
export async function minifiedRuntime(): Promise<typeof import('@turnout/runtime')> {
  const code = await bundleWithVite(`export * from '@turnout/runtime'`, '', true)
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}
