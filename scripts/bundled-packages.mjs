// The packages that the plugin contains. Users do not install them, so the plugin lists them among its development dependencies.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const BUNDLED = /^@turnout\/(adapters|compiler|exports|inspector|links|rails)((?:\/[\w-]+)*)$/

/** Returns the match of an import of such a package, with its folder and the subpath; null for any other import. */
export function bundledEntry(id) {
  return BUNDLED.exec(id)
}

/**
 * Returns the file of an entry of a package, as Node resolves it.
 *
 * @param folder The package's folder.
 * @param subpath What follows the package's name in the import, such as `/dsl`.
 * @param condition `types` or `default`.
 */
export function entryFile(folder, subpath, condition) {
  const { exports } = readManifest(folder)
  const [, internal] = /^\/internal\/(.+)$/.exec(subpath) ?? []
  const file = internal === undefined ? exports[`.${subpath}`] : exports['./internal/*']
  return path.join(folder, file[condition].replace('*', internal))
}

/** Returns the package.json of a folder. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}
