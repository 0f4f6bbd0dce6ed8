import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeIfChanged } from './write-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnout write é '))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('writeIfChanged', () => {
  test('writes a file, in a new folder too, and leaves nothing else behind', () => {
    const file = path.join(folder, 'types/routes.d.ts')
    expect(writeIfChanged(file, 'one')).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('one')
    expect(readdirSync(path.dirname(file))).toEqual(['routes.d.ts'])
  })

  test('does not touch a file that has the content', () => {
    const file = path.join(folder, 'routes.d.ts')
    writeIfChanged(file, 'one\ntwo\n')
    const before = statSync(file)
    expect(writeIfChanged(file, 'one\ntwo\n')).toBe(false)
    expect(statSync(file).ino).toBe(before.ino)
    writeFileSync(file, 'one\r\ntwo\r\n')
    expect(writeIfChanged(file, 'one\ntwo\n')).toBe(false)
    expect(writeIfChanged(file, 'two')).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('two')
  })

  test('removes what a killed process left behind, and nothing else', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    for (const pid of [dead, process.ppid]) writeFileSync(path.join(folder, `routes.d.ts.${pid}.tmp`), 'half')
    writeFileSync(path.join(folder, `other.d.ts.${dead}.tmp`), 'half')
    writeIfChanged(path.join(folder, 'routes.d.ts'), 'one')
    expect(readdirSync(folder).sort()).toEqual(
      [`other.d.ts.${dead}.tmp`, 'routes.d.ts', `routes.d.ts.${process.ppid}.tmp`].sort(),
    )
  })
})
