// Tests run on the sources, but Node 20 starts no worker from TypeScript: so the worker of the route files is bundled.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const PACKAGE = fileURLToPath(new URL('../packages/vite-plugin/', import.meta.url))
/** The worker's address, relative to the module that starts it. Mutation tests write it with other quotes. */
const IN_SOURCE = /(['"])\.\.\/worker\/worker\.js\1/

/** A plugin for Vitest that bundles the worker when a test first imports the module that starts it. */
export function bundledWorker() {
  // In the package's folder, so that the bundle finds Vite. The name is unique, because runs may overlap.
  const outDir = `${PACKAGE}node_modules/.worker-${randomUUID()}`
  let bundle = null
  return {
    name: 'bundled-worker',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('/src/evaluate/host/worker-pool.ts')) return null
      if (!IN_SOURCE.test(code)) throw new Error(`${id} no longer contains '../worker/worker.js'.`)
      bundle ??= bundleWorker(outDir, this.environment.config.resolve.alias)
      await bundle
      return { code: code.replace(IN_SOURCE, `'${pathToFileURL(`${outDir}/worker.js`)}'`), map: null }
    },
    closeBundle: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

function bundleWorker(outDir, alias) {
  return build({
    configFile: false,
    root: PACKAGE,
    logLevel: 'warn',
    resolve: { alias },
    ssr: { noExternal: /^@turnout\// },
    build: {
      ssr: `${PACKAGE}src/evaluate/worker/worker.ts`,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'worker.js' } },
    },
  })
}
