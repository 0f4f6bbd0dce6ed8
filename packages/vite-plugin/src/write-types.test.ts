import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeIfChanged } from './write-types.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnout-types-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('writes a file, in a new folder too, and leaves nothing else behind', () => {
  const file = path.join(folder, 'types/routes.d.ts')
  expect(writeIfChanged(file, 'one')).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('one')
  expect(readdirSync(path.dirname(file))).toEqual(['routes.d.ts'])
})

test('does not touch a file that has the content', () => {
  const file = path.join(folder, 'routes.d.ts')
  writeIfChanged(file, 'one')
  const before = statSync(file)
  expect(writeIfChanged(file, 'one')).toBe(false)
  expect(statSync(file).ino).toBe(before.ino)
  expect(writeIfChanged(file, 'two')).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('two')
})
