import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PublicFile } from '@turnout/compiler/internal/checks/check-public-files'
import { normalizePath } from 'vite'
import { isFileError } from './file-failure.ts'
import { filesIn } from './paths.ts'

/** Folders and files whose names begin with a dot are not served, except this one (RFC 8615). */
const SERVED_DOT_FOLDER = '.well-known'

/**
 * Returns the files in a folder that browsers can request, by their paths in it, with forward slashes. Links that lead nowhere, or
 * to themselves, are left out.
 */
export function servableFiles(folder: string): string[] {
  const root = normalizePath(folder)
  return filesIn(folder, (_name, file) => !existsSync(file))
    .map((file) => path.posix.relative(root, file))
    .filter(isPublished)
}

/** True for a file that browsers can request, by its path in the folder. */
export function isPublished(file: string): boolean {
  return file.split('/').every((part) => !part.startsWith('.') || part === SERVED_DOT_FOLDER)
}

/**
 * Returns the files of Vite's `publicDir`, as diagnostics name them. Returns none if a folder in it cannot be read, or if links lead
 * through too many folders: Vite's dev server then still serves the other files, so that such a folder must not end the
 * compilation.
 *
 * @param folder absolute; empty if the project has none
 * @param relative makes a path relative to the project root
 */
export function publicFiles(folder: string, relative: (file: string) => string): PublicFile[] {
  if (folder === '') return []
  try {
    return servableFiles(folder).map((file) => ({ file: relative(path.join(folder, file)), path: urlPath(file) }))
  } catch (error) {
    if (isFileError(error)) return []
    throw error
  }
}

/** The path of a file's URL, without the base. */
export function urlPath(file: string): string {
  return `/${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}`
}
