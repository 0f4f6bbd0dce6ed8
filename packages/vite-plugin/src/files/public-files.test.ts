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

test('lists no files, and does not fail, if a link leads to itself', () => {
  const root = makeFolder({ 'public/a.txt': '' })
  symlinkSync('loop', path.join(root, 'public/loop'))
  expect(publicFiles(path.join(root, 'public'), asNamed(root))).toEqual([])
})

test('reports an error that is not one of files', () => {
  const root = makeFolder({ 'public/a.txt': '' })
  const fail = () => {
    throw new Error('relative')
  }
  expect(() => publicFiles(path.join(root, 'public'), fail)).toThrow('relative')
})
