import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { normalizePath } from 'vite'
import { relativeTo } from './paths.ts'
import { drawFolders, findDrawn, findEntry, isDrawable } from './route-files.ts'

let root: string

beforeEach(() => {
  root = normalizePath(mkdtempSync(path.join(tmpdir(), 'turnout files é ')))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), '')
  }
}

describe('findEntry', () => {
  test('prefers config/, then src/, then the root', () => {
    write('routes.mjs')
    expect(findEntry(root, null)).toEqual({ file: `${root}/routes.mjs` })
    write('src/routes.js')
    expect(findEntry(root, null)).toEqual({ file: `${root}/src/routes.js` })
    write('config/routes.mts')
    expect(findEntry(root, null)).toEqual({ file: `${root}/config/routes.mts` })
    write('config/routes.ts')
    expect(findEntry(root, null)).toEqual({ file: `${root}/config/routes.ts` })
  })

  test('names all that it searched', () => {
    const found = findEntry(root, null)
    expect(found).toHaveProperty('searched.length', 12)
    expect(found).toHaveProperty('searched.0', `${root}/config/routes.ts`)
  })

  test('takes the option with or without an extension', () => {
    write('app/paths.ts')
    expect(findEntry(root, 'app/paths.ts')).toEqual({ file: `${root}/app/paths.ts` })
    expect(findEntry(root, './app/paths')).toEqual({ file: `${root}/app/paths.ts` })
    expect(findEntry(root, 'app/other.ts')).toEqual({ searched: [`${root}/app/other.ts`] })
  })

  test('does not take a folder for a file', () => {
    write('config/routes.ts/inside')
    write('config/routes.js')
    expect(findEntry(root, null)).toEqual({ file: `${root}/config/routes.js` })
  })
})

describe('findDrawn', () => {
  test('looks beside the entry by default', () => {
    expect(drawFolders(root, null, `${root}/config/routes.ts`)).toEqual([`${root}/config/routes`])
    expect(drawFolders(root, ['a', 'b/c'], `${root}/config/routes.ts`)).toEqual([`${root}/a`, `${root}/b/c`])
  })

  test('takes the first folder that has the file, and subfolders', () => {
    write('b/api.js', 'b/admin/users.ts')
    const folders = [`${root}/a`, `${root}/b`]
    expect(findDrawn(folders, 'api')).toEqual({ file: `${root}/b/api.js` })
    expect(findDrawn(folders, 'admin/users')).toEqual({ file: `${root}/b/admin/users.ts` })
    write('a/api.mjs')
    expect(findDrawn(folders, 'api')).toEqual({ file: `${root}/a/api.mjs` })
  })

  test.each(['../secret', 'x/../../secret', '/secret', './api', '..', '', 'a//b', '..\\secret'])(
    'never leaves the folders: %j',
    (name) => {
      write('secret.ts', 'draws/api.ts', 'draws/x/y.ts')
      expect(findDrawn([`${root}/draws`], name)).toEqual({ searched: [`${root}/draws`] })
    },
  )

  test('tells the files that it could find', () => {
    expect(isDrawable([`${root}/draws`], `${root}/draws/x/y.ts`)).toBe(true)
    expect(isDrawable([`${root}/draws`], `${root}/draws/x/y.css`)).toBe(false)
    expect(isDrawable([`${root}/draws`], `${root}/draws-too/y.ts`)).toBe(false)
  })
})

test('relativeTo knows a root by its link and by its real path', () => {
  write('real/config/routes.ts')
  symlinkSync(path.join(root, 'real'), path.join(root, 'link'))
  const relative = relativeTo(`${root}/link`)
  expect(relative(`${root}/link/config/routes.ts`)).toBe('config/routes.ts')
  expect(relative(`${root}/real/config/routes.ts`)).toBe('config/routes.ts')
  expect(relative(`${root}/shared/x.ts`)).toMatch(/^\.\.\//)
})
