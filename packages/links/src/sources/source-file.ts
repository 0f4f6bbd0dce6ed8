// The kinds of files with links, and the parsers that a project brings for them.
import type { Node } from '../evaluate.ts'
import type { FoundLinks } from '../find-in-program.ts'
import type { FinderSettings } from '../settings.ts'

/** Parses a program. The language is that of a file's name: `ts`, `tsx`, `js` or `jsx`. */
export type ParseScript = (source: string, language: string) => Promise<Node>

/**
 * Imports a package of the project.
 *
 * @param packageName the name under which users install it, if it differs
 * @throws MissingPackage if the project has no such package
 */
export type LoadPackage = <T>(name: string, packageName?: string) => Promise<T>

/** What a reader of files needs. */
export interface ReaderTools {
  readonly parseScript: ParseScript
  readonly loadPackage: LoadPackage
  readonly settings: FinderSettings
}

/** Thrown if a file cannot be read because the project lacks a package. */
export class MissingPackage extends Error {
  readonly packageName: string

  constructor(packageName: string) {
    super(`The package \`${packageName}\` is not installed.`)
    this.packageName = packageName
  }
}

/** Finds the links in the source of one kind of file. */
export type FindLinks = (source: string, tools: ReaderTools, file: string) => Promise<FoundLinks>
