// Checks whether the route table of a Rails application is older than Rails' own route files.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Version control writes the files of a checkout within this time of each other, in any order. */
const CHECKOUT_MS = 2000

/** At most this many route files are read; a Rails application has a few dozen. */
const MAX_FILES = 1000

/** The files of the project that the JSON belongs to. */
export interface RailsProject {
  /** Absolute. */
  readonly root: string
  /** True if a path, relative to the root, is a file of the project. */
  readonly isInProject: (source: string) => boolean
  /** Returns all files in a folder and in the folders inside, absolute. */
  readonly filesIn: (folder: string) => readonly string[]
}

/**
 * Finds Rails' route files that have changed since the rake task wrote the JSON.
 *
 * @param json the JSON file, absolute
 * @param digests the SHA-256 digests of the route files when the task ran, by path relative to the root; null if the
 *   task was too old to write them: then the times of the files are compared
 * @returns `sources`: Rails' route files in the project; `changed`: those that are newer than the JSON. All are
 *   relative to the root.
 */
export function staleSources(
  json: string,
  digests: Readonly<Record<string, string>> | null,
  project: RailsProject,
): { readonly sources: readonly string[]; readonly changed: readonly string[] } {
  const { root, isInProject } = project
  const present = railsRouteFiles(project)
  if (digests === null) {
    const writtenAt = statSync(json).mtimeMs
    const isNewer = (source: string) => statSync(path.join(root, source)).mtimeMs > writtenAt + CHECKOUT_MS
    return { sources: present, changed: present.filter(isNewer) }
  }
  const listed = Object.keys(digests).slice(0, MAX_FILES).filter(isInProject)
  const sources = [...new Set([...listed, ...present])]
  // A file that the task did not list was added later.
  return { sources, changed: sources.filter((source) => digests[source] !== digestOf(path.join(root, source))) }
}

/** The files that Rails reads by default: `config/routes.rb`, and those that it draws from `config/routes/`. */
function railsRouteFiles({ root, isInProject, filesIn }: RailsProject): string[] {
  if (!isInProject('config/routes.rb')) return []
  const drawn = filesIn(path.join(root, 'config/routes')).filter((file) => file.endsWith('.rb'))
  const sources = drawn.map((file) => path.posix.relative(root, file)).slice(0, MAX_FILES - 1)
  return ['config/routes.rb', ...sources.filter(isInProject)]
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
