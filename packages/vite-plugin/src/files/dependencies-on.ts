import { existsSync } from 'node:fs'
import path from 'node:path'
import { readTextFile } from './read-file.ts'

/**
 * Returns the names of the project's dependencies that depend on a package themselves, in any kind of dependency. Only their
 * `package.json` files are read. Like Node, this searches `node_modules` in the project and in the folders above it, because
 * workspaces install most packages in their root.
 */
export function dependenciesOn(name: string, root: string): string[] {
  const declared = dependencyNames(path.join(root, 'package.json'))
  return declared.filter((dependency) => {
    for (let folder = root; ; folder = path.dirname(folder)) {
      const file = path.join(folder, 'node_modules', dependency, 'package.json')
      if (existsSync(file)) return dependencyNames(file).includes(name)
      if (folder === path.dirname(folder)) return false
    }
  })
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
