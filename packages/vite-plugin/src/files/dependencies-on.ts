import { existsSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'
import { readTextFile } from './read-file.ts'

/**
 * Returns the names of the project's dependencies that depend on a package themselves, in any kind of dependency. Only their
 * `package.json` files are read.
 */
export function dependenciesOn(name: string, root: string): string[] {
  return dependencyNames(path.join(root, 'package.json')).filter((dependency) => {
    const folder = packageFolder(dependency, root)
    return folder !== null && dependencyNames(path.join(folder, 'package.json')).includes(name)
  })
}

/**
 * Returns the folder of a package; null if it is not installed. Like Node, this searches `node_modules` in the project and
 * in the folders above it, because workspaces install most packages in their root.
 */
export function packageFolder(name: string, root: string): string | null {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = normalizePath(path.join(folder, 'node_modules', name))
    if (existsSync(path.join(found, 'package.json'))) return found
    if (folder === path.dirname(folder)) return null
  }
}

/** Returns a package's dependencies of every kind; an empty list if the file does not exist or is not a `package.json`. */
export function dependencyNames(file: string): string[] {
  try {
    const content = Object(JSON.parse(readTextFile(file))) as Record<string, unknown>
    return ['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) => Object.keys(Object(content[kind])))
  } catch {
    return []
  }
}
