import { existsSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'
import { SERVER } from '../ids.ts'

/** The default files of the module that handles requests, in the order of the search. */
const NAMES = ['src/server.ts', 'src/server.mts', 'src/server.js', 'src/server.mjs']

/**
 * Returns the module that handles requests: the module of the option, otherwise the project's `src/server`, otherwise
 * `virtual:routes/server` itself.
 *
 * @param entry the module of the option, relative to the root; null if the option names no module
 */
export function serverEntry(root: string, entry: string | null): string {
  if (entry !== null) return entry.startsWith('virtual:') ? entry : normalizePath(path.resolve(root, entry))
  const serverFile = NAMES.map((name) => path.resolve(root, name)).find((file) => existsSync(file))
  return serverFile === undefined ? SERVER : normalizePath(serverFile)
}
