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

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every source file and folder that %s names exists', (document) => {
  const files = filesIn(root).map((file) => file.slice(root.length - 1).replaceAll(path.sep, '/'))
  const exists = (name: string) =>
    name.startsWith('packages/')
      ? files.some((file) => file.startsWith(`/${name}`))
      : files.some((file) => file.includes(`/${name}`))
  const names = readFileSync(path.join(root, document), 'utf8').matchAll(/`([\w./-]+(?:\.(?:ts|mjs|vue)|\/))`/g)
  const missing = [...names].map(([, name]) => name!).filter((name) => !exists(name) && !NOT_SOURCES.has(name))
  expect(missing).toEqual([])
})

/** A pattern of names, and a folder that tools write. */
const NOT_SOURCES = new Set(['x.ts', 'x.test.ts', 'x.test-d.ts', '.stryker/'])

/** All files but those that tools write. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (!entry.isDirectory()) return [file]
    return ['node_modules', 'dist', '.git'].includes(entry.name) ? [] : filesIn(file)
  })
}
