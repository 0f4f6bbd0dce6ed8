import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the page, as it was built with this package. */
export interface PageFile {
  readonly type: string
  readonly content: string
}

/** The files of the page and of the dev bar, by their names. No other file can be asked for. */
const TYPES = {
  'index.html': 'text/html; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'bar.js': 'text/javascript; charset=utf-8',
} as const

export type PageFileName = keyof typeof TYPES

export function isPageFile(name: string): name is PageFileName {
  return Object.hasOwn(TYPES, name)
}

/** Built by `scripts/build-page.mjs`; the sources of this module and its own build have it at the same place. */
const FOLDER = new URL('../dist/page/', import.meta.url)

/** @throws Error of the file system where the package was not built */
export function readPageFile(name: PageFileName): PageFile {
  return { type: TYPES[name], content: readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8') }
}
