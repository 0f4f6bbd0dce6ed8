import path from 'node:path'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import { readTextFile } from '../files/read-file.ts'
import type { Project } from './project.ts'
import type { PageSource } from '../packages.ts'

/** What of the page is the same for every table of a project. */
export function sourceOf(project: Project): Pick<PageSource, 'title' | 'helpers' | 'base'> {
  const { helpers = 'camelCase', base = '/' } = project.options.compile
  return { title: titleOf(project.root), helpers, base: basePath(base) ?? '' }
}

/** The name in the project's `package.json`, else that of its folder. */
function titleOf(root: string): string {
  try {
    const { name } = JSON.parse(readTextFile(path.join(root, 'package.json'))) as { name?: unknown }
    if (typeof name === 'string' && name !== '') return name
  } catch {
    // There is none, or it is none.
  }
  return path.basename(root)
}
