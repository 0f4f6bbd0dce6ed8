// The order of the folders: the picture in ARCHITECTURE.md, the rule that `npm run imports` checks, and what there is.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { picture, places, ROOMS } = (await import(path.join(root, 'scripts/rooms.mjs'))) as {
  picture(): string
  places(pkg: string): readonly string[]
  readonly ROOMS: Readonly<Record<string, unknown>>
}

test('ARCHITECTURE.md has the picture of the rooms', () => {
  expect(readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')).toContain(`\`\`\`\n${picture()}\n\`\`\``)
})

test.each(Object.keys(ROOMS))('every file of %s has a room', (pkg) => {
  const files = readdirSync(path.join(root, 'packages', pkg, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test(?:-d)?\.ts$/.test(entry.name))
    .map((entry) => path.relative(path.join(root, 'packages', pkg, 'src'), path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'))
  const hasRoom = (file: string) =>
    places(pkg).some((place) => place === file || (/\/$|^$/.test(place) && file.startsWith(place)))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !hasRoom(file))).toEqual([])
})
