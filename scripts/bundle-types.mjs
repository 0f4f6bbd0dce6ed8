// Bundles the declarations of a package: a file for each entry of its `exports`, and files for what entries share. Users see
// the types of the public API, and none of the modules behind it. Part of a package's build, after `tsc`.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { bundledEntry, entryFile, readManifest } from './bundled-packages.mjs'

const folder = process.cwd()
const dist = path.join(folder, 'dist')
const { exports, dependencies = {} } = readManifest(folder)

/** Returns the match of an import that users of this package do not install: the declarations contain its types. */
function inlinedEntry(id) {
  const entry = bundledEntry(id)
  return entry === null || `@turnout/${entry[1]}` in dependencies ? null : entry
}

/** Declarations import modules by the names of their sources. */
const sources = {
  name: 'sources',
  resolveId(id, importer) {
    const [, name, subpath] = inlinedEntry(id) ?? []
    if (name !== undefined) {
      return entryFile(path.join(folder, '..', name), subpath, 'types')
    }
    if (importer === undefined || !id.startsWith('.')) return null
    const file = path.resolve(path.dirname(importer), id.replace(/\.[jt]s$/, '.d.ts'))
    return existsSync(file) ? file : null
  },
}

const entries = Object.values(exports).flatMap(({ types }) => (types?.startsWith('./dist/') ? [types] : []))
const bundle = await rollup({
  input: Object.fromEntries(
    entries.map((file) => [file.slice('./dist/'.length, -'.d.ts'.length), path.join(folder, file)]),
  ),
  external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && inlinedEntry(id) === null,
  plugins: [sources, dts()],
  onwarn({ plugin, message }) {
    // Entries for our own packages export functions with types that no export names.
    if (plugin === 'dts' && message.includes('references private shared type exports')) return
    throw new Error(message)
  },
})
const { output } = await bundle.generate({
  entryFileNames: '[name].d.ts',
  // A module of types has no effect.
  hoistTransitiveImports: false,
  chunkFileNames: ({ name }) => `types/${name.replace(/\.d$/, '')}.d.ts`,
})
await bundle.close()
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.d.ts')) rmSync(path.join(dist, file))
}
for (const { fileName, code } of output) {
  mkdirSync(path.dirname(path.join(dist, fileName)), { recursive: true })
  writeFileSync(path.join(dist, fileName), code)
}
