// The order of the folders: the picture in ARCHITECTURE.md, the rule that `npm run imports` checks, and what there is.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { picture, places } = (await import(path.join(root, 'scripts/rooms.mjs'))) as {
  picture(): string
  places(pkg: string): readonly string[]
}

test('ARCHITECTURE.md has the picture of the rooms', () => {
  expect(readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')).toContain(`\`\`\`\n${picture()}\n\`\`\``)
})

/** The files and folders of sources, as rooms name them. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'phases' ? [] : [`${entry.name}/`]
    return /\.test(?:-d)?\.ts$/.test(entry.name) ? [] : [entry.name]
  })
}

test.each(['compiler', 'diagnostics', 'manifest', 'patterns', 'vite-plugin'])(
  'every folder of %s has a room',
  (pkg) => {
    const known = new Set(places(pkg))
    expect(sourcesIn(`packages/${pkg}/src`).filter((name) => !known.has(name))).toEqual([])
    const phases = pkg === 'compiler' ? sourcesIn(`packages/${pkg}/src/phases`) : []
    expect(phases.filter((name) => !known.has(`phases/${name}`))).toEqual([])
  },
)
