import { readTextFile } from './read-file.ts'
import { fileURLToPath } from 'node:url'

/** Returns the version of the plugin. */
export function turnoutVersion(): string {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url))
  return (JSON.parse(readTextFile(file)) as { version: string }).version
}
