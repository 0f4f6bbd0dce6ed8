import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { filesIn, withoutQuery } from './paths.ts'

test('files are listed through links to folders, and links that lead nowhere are listed as files', () => {
  const root = makeFolder()
  const outside = makeFolder()
  for (const folder of ['a', 'a/b']) mkdirSync(path.join(root, folder))
  for (const file of [path.join(root, 'a/b/own.ts'), path.join(outside, 'x.ts')]) writeFileSync(file, '')
  const link = (target: string, name: string) => symlinkSync(target, path.join(root, name))
  link(outside, 'a/linked')
  link(path.join(outside, 'x.ts'), 'a/linked.ts')
  link('nowhere', 'a/gone.ts')
  expect(filesIn(root).map((file) => path.relative(root, file))).toEqual([
    'a/b/own.ts',
    'a/gone.ts',
    'a/linked.ts',
    'a/linked/x.ts',
  ])
  expect(filesIn(path.join(root, 'nowhere'))).toEqual([])
})

test('links to folders around them end the search', () => {
  const root = makeFolder()
  const other = makeFolder()
  mkdirSync(path.join(root, 'ab'))
  mkdirSync(path.join(root, 'a'))
  for (const file of [path.join(root, 'ab/own.ts'), path.join(other, 'x.ts')]) writeFileSync(file, '')
  symlinkSync(root, path.join(root, 'ab/root'))
  symlinkSync('.', path.join(root, 'self'))
  symlinkSync('/', path.join(root, 'ab/top'))
  symlinkSync(other, path.join(root, 'a/other'))
  const next = makeFolder()
  symlinkSync(next, path.join(other, 'next'))
  symlinkSync(other, path.join(next, 'back'))
  // Its name begins like that of its folder.
  symlinkSync(path.join(root, 'a'), path.join(root, 'ab/to-a'))
  const files = filesIn(root).map((file) => path.relative(root, file))
  expect(files).toEqual(['a/other/x.ts', 'ab/own.ts', 'ab/to-a/other/x.ts'])
})

test('folders that all link to each other are refused in a short time', () => {
  const root = makeFolder()
  const names = Array.from({ length: 8 }, (_, index) => `f${index}`)
  for (const name of names) mkdirSync(path.join(root, name))
  for (const name of names) for (const other of names) symlinkSync(path.join(root, other), path.join(root, name, other))
  expect(() => filesIn(root)).toThrow(/^ELOOP: more than 4 links to folders/)
})

describe('an error, because a guard may be in a folder that is not listed:', () => {
  test('a folder that cannot be read', () => {
    const root = makeFolder()
    const long = Array(12).fill('a'.repeat(200)).join('/')
    const [outer, inner] = [path.join(root, 'x', long), path.join(makeFolder(), 'y')]
    mkdirSync(outer, { recursive: true })
    mkdirSync(path.join(inner, long), { recursive: true })
    writeFileSync(path.join(root, 'own.ts'), '')
    // The whole path is longer than the system permits.
    renameSync(inner, path.join(outer, 'y'))
    try {
      expect(() => filesIn(root)).toThrow(/^ENAMETOOLONG/)
      expect(filesIn(root, (name) => name === 'x')).toEqual([path.join(root, 'own.ts')])
    } finally {
      renameSync(path.join(outer, 'y'), inner)
    }
  })

  test.each(['loop', 'a/loop.ts'])('the link %s, which leads to itself', (name) => {
    const root = makeFolder()
    mkdirSync(path.join(root, 'a'))
    symlinkSync(path.join(root, name), path.join(root, name))
    expect(() => filesIn(root)).toThrow(/^ELOOP/)
    expect(filesIn(root, (entry) => entry.startsWith('loop'))).toEqual([])
  })
})

test('withoutQuery removes a query and a hash', () => {
  expect(['/a.ts', '/a.ts?b#c', '/a.ts#b?c', '/a.ts?'].map(withoutQuery)).toEqual(Array(4).fill('/a.ts'))
})
