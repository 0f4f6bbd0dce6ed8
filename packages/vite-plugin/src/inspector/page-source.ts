import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isFileLoadingAllowed, normalizePath, type ResolvedConfig } from 'vite'
import { basePath } from '@turnout/compiler/internal'
import { realPathOf } from '../files/paths.ts'
import type { Project } from '../project/project.ts'
import type { PageSource } from './page-data.ts'

/** What of the page is the same for every table of a project. */
export function sourceOf(project: Project): Pick<PageSource, 'title' | 'helpers' | 'base'> {
  const { helpers = 'camelCase', base = '/' } = project.options.compile
  return { title: titleOf(project.root), helpers, base: basePath(base) ?? '' }
}

/** The name in the project's `package.json`, else that of its folder. */
function titleOf(root: string): string {
  try {
    const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name?: unknown }
    if (typeof name === 'string' && name !== '') return name
  } catch {
    // There is none, or it is none.
  }
  return path.basename(root)
}

/**
 * Reads what a page may show: files in the root, by their real paths. A diagnostic may be about a file outside of it,
 * which a route file imports or a link leads to; of that the page has the place alone.
 *
 * @param config whose `server.fs` decides as well, where a server shows the page
 */
export function readerFor(project: Project, config: ResolvedConfig | null): (file: string) => string | null {
  const root = realPathOf(project.root)
  return (file) => {
    const absolute = realPathOf(normalizePath(path.resolve(project.root, file)))
    if (!absolute.startsWith(root.endsWith('/') ? root : `${root}/`)) return null
    if (config !== null && !isFileLoadingAllowed(config, absolute)) return null
    return project.readSource(absolute)
  }
}
