// The packages that the plugin contains. Users do not install them, so the plugin lists them among its development dependencies.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const BUNDLED =
  /^@turnout\/(compiler|controllers|dev-pages|diagnostics|evaluate|exports|files|inspector|manifest|patterns|rails|terminal)((?:\/[\w-]+)*)$/

/** Returns the match of an import of such a package, with its folder and the subpath; null for any other import. */
export function bundledEntry(id) {
  return BUNDLED.exec(id)
}

/** Returns the package.json of a folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}
