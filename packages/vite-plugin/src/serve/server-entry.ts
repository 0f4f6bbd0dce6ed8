import { existsSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'
import { SERVER } from '../ids.ts'

/** Where the module that requests are given to is looked for, in this order. */
const NAMES = ['src/server.ts', 'src/server.mts', 'src/server.js', 'src/server.mjs']

/**
 * The module that requests are given to: the one that the option names, else the project's `src/server`, else
 * `virtual:routes/server` itself.
 *
 * @param entry relative to the root; null where the option names none
 */
export function serverEntry(root: string, entry: string | null): string {
  if (entry !== null) return entry.startsWith('virtual:') ? entry : normalizePath(path.resolve(root, entry))
  const found = NAMES.map((name) => path.resolve(root, name)).find((file) => existsSync(file))
  return found === undefined ? SERVER : normalizePath(found)
}
