import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A diagnostic as the page of all of them has it. */
export interface Entry {
  readonly code: string
  /** Markdown. */
  readonly text: string
}

const PAGE = fileURLToPath(new URL('../diagnostics.md', import.meta.url))

/** The diagnostics of `diagnostics.md`: what stands below each heading, which is a code. */
export function codesOf(): Entry[] {
  const [, ...parts] = readFileSync(PAGE, 'utf8').split(/^## /m)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return { code: part.slice(0, end).trim(), text: part.slice(end).trim() }
  })
}
