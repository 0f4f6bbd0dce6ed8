// Builds an emitted module as an application would: bundled and minified by Vite.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const runtime = fileURLToPath(import.meta.resolve('@turnout/runtime'))

/**
 * @param code the text of `virtual:routes`
 * @param entry what the application imports of it
 * @returns the text of the only chunk
 */
export async function bundle(code, entry = `export { match } from 'virtual:routes'`) {
  const modules = { '\0entry': entry, '\0virtual:routes': code }
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bench',
        resolveId(id) {
          if (id === 'entry') return '\0entry'
          if (id === 'virtual:routes') return '\0virtual:routes'
          return id === '@turnout/runtime' ? runtime : undefined
        },
        load(id) {
          return id in modules ? { code: modules[id], moduleSideEffects: id === '\0entry' } : undefined
        },
      },
    ],
    build: {
      write: false,
      target: 'esnext',
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  })
  return result.output[0].code
}

/** Writes modules into a folder that is removed when the process ends, and answers their URLs. */
export function writeModules(modules) {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  return Object.fromEntries(
    Object.entries(modules).map(([name, code]) => {
      const file = join(folder, `${name}.mjs`)
      writeFileSync(file, code)
      return [name, pathToFileURL(file).href]
    }),
  )
}
