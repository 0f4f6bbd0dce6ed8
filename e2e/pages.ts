import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The files of the repository by their paths in it, with slashes, in order: not what is installed or built. */
export function repositoryFiles(folder = ''): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { withFileTypes: true })
  return entries
    .flatMap((entry) => {
      const file = `${folder}${entry.name}`
      if (!entry.isDirectory()) return file
      // What begins with a dot is of tools; builds write the other two folders.
      const isOthers =
        /^(?:node_modules|dist|\..*)$/.test(entry.name) ||
        /^(?:packages\/vite-plugin\/docs|docs\/reference)$/.test(file)
      return isOthers ? [] : repositoryFiles(`${file}/`)
    })
    .sort()
}

/**
 * Returns the blocks of code of a page as files, by the names in their first lines.
 *
 * @param page such as `recipes` for docs/recipes.md
 */
export function filesOfPage(page: string): Record<string, string> {
  const text = readFileSync(path.join(ROOT, 'docs', `${page}.md`), 'utf8')
  const blocks = text.matchAll(/^```\w+\n(?:\/\/|<!--) (\S+\.\w+)[^\n]*\n(.*?)^```$/gms)
  return Object.fromEntries(Array.from(blocks, ([, file, code]) => [file!, code!]))
}
