import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageOf } from '@turnout/compiler/internal'

/** The page of all diagnostics in an installed plugin. */
const INSTALLED = 'node_modules/vite-plugin-turnout/docs/diagnostics.md'

/** The same in this very plugin, which pnpm installs in a folder that nobody wants to see. */
const OWN = fileURLToPath(new URL('../../docs/diagnostics.md', import.meta.url))

/**
 * Where a code is explained, in the form in which terminals and editors open files: a path from the current folder, and
 * the line, `node_modules/vite-plugin-turnout/docs/diagnostics.md:108`. None of them knows what `#missing-via` means.
 *
 * @param root of the project, which has the plugin installed, or a folder above it has
 */
export function pagesFor(root: string): (code: string) => string {
  let page: { readonly file: string; readonly lines: readonly string[] } | null | undefined
  return (code) => {
    page ??= findPage(root)
    const line = page === null ? 0 : page.lines.indexOf(`## ${code}`) + 1
    return page === null || line === 0 ? pageOf(code) : `${page.file}:${line}`
  }
}

function findPage(root: string): { readonly file: string; readonly lines: readonly string[] } | null {
  const file = [...foldersFrom(path.resolve(root)).map((folder) => path.join(folder, INSTALLED)), OWN].find(existsSync)
  if (file === undefined) return null
  try {
    const lines = readFileSync(file, 'utf8').split(/\r?\n/)
    const fromHere = path.relative(process.cwd(), file)
    return { file: fromHere.startsWith('..') ? file : fromHere, lines }
  } catch {
    return null
  }
}

/** The folder, and all above it. */
function foldersFrom(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}
