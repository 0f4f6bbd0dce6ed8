// Builds modules as an application would: bundled and minified by Vite.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const runtime = fileURLToPath(import.meta.resolve('@turnout/runtime'))

/** Vite resolves packages from this folder, because they are installed here. */
const ENTRY = fileURLToPath(new URL('entry.js', import.meta.url))

/**
 * @param code the source of `virtual:routes`
 * @param entry the names that the application imports from it
 * @returns the code of the only chunk
 */
export async function bundle(code, entry = `export { match } from 'virtual:routes'`) {
  const modules = { [ENTRY]: entry, '\0virtual:routes': code }
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bench',
        enforce: 'pre',
        resolveId(id) {
          if (id === 'virtual:routes') return '\0virtual:routes'
          if (id === '@turnout/runtime') return runtime
          return id === ENTRY ? id : undefined
        },
        load(id) {
          return id in modules ? { code: modules[id], moduleSideEffects: id === ENTRY } : undefined
        },
      },
    ],
    // For a server: a peer may use Node's own modules, which are not counted.
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      minify: true,
      write: false,
      target: 'esnext',
      rollupOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  })
  return output[0].code
}

const folders = []
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Writes modules into a folder that is removed when the process ends, and returns their URLs. */
export function writeModules(modules) {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-bench-'))
  folders.push(folder)
  return Object.fromEntries(
    Object.entries(modules).map(([name, code]) => {
      const file = join(folder, `${name}.mjs`)
      writeFileSync(file, code)
      return [name, pathToFileURL(file).href]
    }),
  )
}
