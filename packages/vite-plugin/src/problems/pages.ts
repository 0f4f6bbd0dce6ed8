import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageOf } from '@turnout/compiler/internal/diagnostics/format'

/** The pages of the diagnostics in an installed plugin. */
const INSTALLED = 'node_modules/vite-plugin-turnout/docs/diagnostics'

/** The pages in this copy of the plugin. With pnpm the real path of the copy is long, so the path above is preferred. */
const OWN = fileURLToPath(new URL('../../docs/diagnostics', import.meta.url))

/** `.yarn/cache/vite-plugin-turnout-npm-1.0.0-abc.zip/node_modules/…`, by way of `__virtual__` or not. */
const IN_ARCHIVE = /\.zip[/\\]/

/**
 * Returns the page that explains a code, in a form that terminals and editors can open. This is a path from the current
 * folder, `node_modules/vite-plugin-turnout/docs/diagnostics/missing-via.md`, or an absolute path if the page is outside.
 *
 * @param root the root of the project; the plugin is installed there, or in a folder above
 */
export function pagesFor(root: string): (code: string) => string {
  let folder: string | undefined
  return (code) => {
    folder ??= [...foldersFrom(path.resolve(root)).map((parent) => path.join(parent, INSTALLED)), OWN].find(existsSync)
    const page = folder === undefined ? null : path.join(folder, `${code}.md`)
    // A command of one version may read a project that has another one installed. Yarn's Plug'n'Play shows a page inside
    // of an archive, which no terminal or editor can open.
    if (page === null || !existsSync(page) || IN_ARCHIVE.test(page)) return pageOf(code)
    const fromHere = path.relative(process.cwd(), page)
    return fromHere.startsWith('..') ? page : fromHere
  }
}

/** The folder, and all above it. */
function foldersFrom(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}
