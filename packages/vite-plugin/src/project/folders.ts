import path from 'node:path'
import { normalizePath } from 'vite'
import { TEMPLATE } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'

/** The folders and files that the options name, as absolute paths. They may not exist. */
export interface ProjectFolders {
  /** Null if the project has no controllers. */
  readonly controllers: string | null
  /** The client's pages; null if the project has none. */
  readonly pages: string | null
  /** The document of all pages; null if the server sends no document. */
  readonly template: string | null
}

export function projectFolders(root: string, { controllers, pages, server }: ResolvedOptions): ProjectFolders {
  const absolute = (file: string) => normalizePath(path.resolve(root, file))
  return {
    controllers: controllers === null ? null : absolute(controllers),
    pages: pages === null ? null : absolute(pages),
    template: pages === null || server === null ? null : absolute(TEMPLATE),
  }
}
