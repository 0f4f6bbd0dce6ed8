import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/fake-project.ts'
import { publicFiles } from './public-files.ts'

const asNamed = (root: string) => (file: string) => path.relative(root, file)

test('lists the files that browsers can request', () => {
  const root = makeFolder({ 'public/a#b.txt': '', 'public/.env': '', 'public/.well-known/c': '' })
  expect(publicFiles(path.join(root, 'public'), asNamed(root))).toEqual([
    { file: 'public/.well-known/c', path: '/.well-known/c' },
    { file: 'public/a#b.txt', path: '/a%23b.txt' },
  ])
  expect(publicFiles('', asNamed(root))).toEqual([])
})

test('lists the other files if a link leads to itself or nowhere', () => {
  const root = makeFolder({ 'public/a.txt': '' })
  for (const [target, name] of [
    ['loop', 'loop'],
    ['back', 'forth'],
    ['forth', 'back'],
    ['none', 'gone'],
    ['a.txt', 'b.txt'],
  ])
    symlinkSync(target!, path.join(root, 'public', name!))
  expect(publicFiles(path.join(root, 'public'), asNamed(root)).map(({ path: url }) => url)).toEqual([
    '/a.txt',
    '/b.txt',
  ])
})

test('lists no files, and does not fail, if folders link to each other', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const root = makeFolder(Object.fromEntries(names.map((name) => [`public/${name}/file.txt`, ''])))
  for (const name of names) {
    for (const other of names) symlinkSync(path.join(root, 'public', other), path.join(root, 'public', name, other))
  }
  expect(publicFiles(path.join(root, 'public'), asNamed(root))).toEqual([])
})

test('reports an error that is not one of files', () => {
  const root = makeFolder({ 'public/a.txt': '' })
  const fail = () => {
    throw new Error('relative')
  }
  expect(() => publicFiles(path.join(root, 'public'), fail)).toThrow('relative')
})
