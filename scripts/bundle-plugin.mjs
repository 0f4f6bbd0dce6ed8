// Bundles the JavaScript of the plugin: a file for each entry, and chunks for modules that entries share. The bundle contains
// the compiler and the extensions, so that Node loads a few files instead of hundreds. Part of the plugin's build, after `tsc`.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import { bundledEntry, entryFile, readManifest } from './bundled-packages.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const PLUGIN = path.join(PACKAGES, 'vite-plugin')
const DIST = path.join(PLUGIN, 'dist')
const CHUNKS = 'chunks'

/** Applications load these packages themselves. The bundle has a copy of the modules that the compiler and the plugin call. */
const PRODUCTION = /^@turnout\/(runtime|server)((?:\/\w+)*)$/

/** Files that other files start, and files that tests of the built plugin import, by their places in `dist`. */
const STARTED = ['cli/run-process', 'files/write-file']

const { exports, dependencies, peerDependencies } = readManifest(PLUGIN)
const entries = Object.values(exports).flatMap(({ default: file }) =>
  file === undefined ? [] : [file.slice('./dist/'.length, -'.js'.length)],
)

const packageEntry = (id) => bundledEntry(id) ?? PRODUCTION.exec(id)
const isExternal = (id) => !id.startsWith('.') && !path.isAbsolute(id) && packageEntry(id) === null

/** Stands for the digest of all files until they are complete. */
const DIGEST = '%DIGEST%'

/** Names of chunks, each by a module that the chunk contains. Rollup would name a chunk after its last module. */
const CHUNK_NAMES = {
  'vite-plugin/dist/plugin.js': 'plugin',
  'vite-plugin/dist/project/project.js': 'project',
  'compiler/dist/diagnostics/catalog.js': 'diagnostics',
  'compiler/dist/compile.js': 'compile',
  'compiler/dist/phases/2-expand/expand.js': 'phases',
  'vite-plugin/dist/dev-pages/index.js': 'dev-pages',
  'adapters/dist/index.js': 'adapters',
  'exports/dist/index.js': 'exports',
  'inspector/dist/index.js': 'inspector',
  'rails/dist/index.js': 'rails',
  'compiler/dist/terminal/style.js': 'terminal',
}

const packages = {
  name: 'packages',
  /** Resolves modules. None of them has effects when it loads, as the packages declare. */
  resolveId(id, importer) {
    const [, name, subpath] = packageEntry(id) ?? []
    const file =
      name === undefined
        ? path.resolve(path.dirname(importer ?? ''), id)
        : entryFile(path.join(PACKAGES, name), subpath, 'default')
    return { id: file, moduleSideEffects: false }
  },
  /** Lets a module of a chunk find files by its place in `dist` of its package, and inserts the digest of the bundle. */
  resolveImportMeta(property, { moduleId, chunkId }) {
    if (property === 'turnoutBundle') return JSON.stringify(DIGEST)
    if (property !== 'url') return null
    const [, file] = /[\\/]packages[\\/][^\\/]+[\\/]dist[\\/](.*)$/.exec(moduleId)
    const fromChunk = path.posix.relative(path.posix.dirname(chunkId), file.replaceAll('\\', '/'))
    return `new URL(${JSON.stringify(fromChunk)}, import.meta.url).href`
  },
}

rmSync(path.join(DIST, CHUNKS), { recursive: true, force: true })
const bundle = await rollup({
  input: Object.fromEntries([...entries, ...STARTED].map((name) => [name, path.join(DIST, `${name}.js`)])),
  external: isExternal,
  plugins: [packages],
  onwarn({ code, message }) {
    // The code that TypeScript writes for `using` mentions `this`, and an entry of types is empty.
    if (code !== 'THIS_IS_UNDEFINED' && code !== 'EMPTY_BUNDLE') throw new Error(message)
  },
})
const { output } = await bundle.generate({
  entryFileNames: '[name].js',
  chunkFileNames: ({ moduleIds }) => {
    const modules = moduleIds.map((id) => path.relative(PACKAGES, id).replaceAll('\\', '/'))
    const name = Object.keys(CHUNK_NAMES).find((module) => modules.includes(module))
    return `${CHUNKS}/${name === undefined ? '[name]' : CHUNK_NAMES[name]}.js`
  },
  hoistTransitiveImports: false,
  // Stack traces and errors contain the names of the sources.
  minifyInternalExports: false,
})
await bundle.close()
checkDependencies()
const digest = createHash('sha256')
for (const { code } of output) digest.update(code)
const bundleDigest = digest.digest('base64url')

for (const { name, parentPath } of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
  if (name.endsWith('.js')) rmSync(path.join(parentPath, name))
}
removeEmptyFolders(DIST)
for (const { fileName, code } of output) {
  const file = path.join(DIST, fileName)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, code.trim() === '' ? 'export {}\n' : code.replace(DIGEST, bundleDigest))
}
cpSync(path.join(PACKAGES, 'inspector/dist/page'), path.join(DIST, 'page'), { recursive: true })

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** @throws Error if the bundle imports a package that users of the plugin do not install */
function checkDependencies() {
  const installed = new Set([...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules])
  const files = new Set(output.map(({ fileName }) => fileName))
  for (const { fileName, imports, dynamicImports } of output) {
    for (const id of [...imports, ...dynamicImports].filter((file) => !files.has(file))) {
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^node:/, ''))
      if (!installed.has(name)) throw new Error(`${fileName} imports ${id}, which is no dependency of the plugin.`)
    }
  }
}
