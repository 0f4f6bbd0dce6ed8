import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** True for the id of a file whose path holds a `#` or a `?`, as against a file's path with a query. */
export function isMarkedFile(id: string): boolean {
  return /[#?]/.test(id) && path.isAbsolute(id) && (statSync(id, { throwIfNoEntry: false })?.isFile() ?? false)
}

/** The text of a file in a folder of such a name; Vite's dev server looks for it under a path that ends at the mark. */
export function markedFile(id: string): string | undefined {
  return !id.includes('\0') && isMarkedFile(id) ? readFileSync(id, 'utf8') : undefined
}

/** Loads such files. */
export function loadMarkedFiles(): Plugin {
  return { name: 'turnout:marked-files', load: markedFile }
}
