import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { routeTable } from './route-table.ts'

const FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url))

/** The pages that show the routes of a sample under it. */
export const GUIDES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .map((file) => `${FOLDER}${file}`)
  .filter((file) => /^```text routes$/m.test(readFileSync(file, 'utf8')))

/** A sample in TypeScript, and the block that shows its routes. */
const SAMPLE = /^```ts\n((?:(?!```)[^\n]*\n)*)```\n\n```text routes\n(?:(?!```)[^\n]*\n)*```$/gm

/** The text of a page with the routes of each sample in the block under it (` ```text routes `). */
export function withGuideTables(text: string): string {
  return text.replace(SAMPLE, (_all, code: string) => {
    const table = routeTable(
      code.replace(/^\/\/ .*\n/, '').replace(/^import .* from 'vite-plugin-turnout\/dsl'\n+/m, ''),
    )
    return `\`\`\`ts\n${code}\`\`\`\n\n\`\`\`text routes\n${table.join('\n')}\n\`\`\``
  })
}
