// Writes modules that export one value: `virtual:routes/manifest`, and the document of the pages.
import type { Manifest } from '../../manifest/manifest.ts'
import { quote } from './literal.ts'
import { PURE } from './module-scope.ts'

/**
 * Writes the module `virtual:routes/manifest`, whose default export is the frozen manifest. It is a module of its own,
 * because few applications read the manifest, and its JSON is larger than `virtual:routes`.
 *
 * @param sharedState see `defaultExport`
 */
export function emitManifest(manifest: Manifest, sharedState: string | null = null): string {
  const json = quote(JSON.stringify(manifest))
  return defaultExport(`${PURE} JSON.parse(${json}, (_, value) => Object.freeze(value))`, sharedState)
}

/**
 * Writes a module with a default export only.
 *
 * @param expression the source of the exported value
 * @param sharedState for dev servers: the source of an expression for an object that all instances of the module share. The
 *   latest instance also sets the export of the others, so importers see the current value. Null if there is only one
 *   instance
 */
export function defaultExport(expression: string, sharedState: string | null): string {
  if (sharedState === null) return `export default ${expression}\n`
  return `const state = ${sharedState}
const latest = ${expression}
let value
;(state.setters ??= []).push((latest) => void (value = latest))
for (const set of state.setters) set(latest)
export { value as default }
import.meta.hot?.accept()
`
}
