import path from 'node:path'
import { readTextFile } from './read-file.ts'

/**
 * Returns the names of the project's dependencies that depend on a package themselves, in any kind of dependency. Only their
 * `package.json` files are read. A dependency that is not installed in the project's own `node_modules` is left out.
 */
export function dependenciesOn(name: string, root: string): string[] {
  const declared = dependencyNames(path.join(root, 'package.json'))
  return declared.filter((dependency) => {
    return dependencyNames(path.join(root, 'node_modules', dependency, 'package.json')).includes(name)
  })
}

/** Returns the dependencies of a `package.json` of every kind; an empty list for a file that does not exist or is none. */
export function dependencyNames(file: string): string[] {
  try {
    const content = Object(JSON.parse(readTextFile(file))) as Record<string, unknown>
    return ['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) => Object.keys(Object(content[kind])))
  } catch {
    return []
  }
}
