import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { digestOf, ResultCache } from './result-cache.ts'

test('returns the last result of a kind for an equal key, by the same plugin', () => {
  const folder = makeFolder({})
  const cache = new ResultCache(folder, 'plugin 1')
  expect(cache.read('table', 'key')).toBeNull()
  cache.write('table', 'key', { routes: ['a\n', 'ü'] })
  cache.write('types', 'key', 'digest')
  expect(new ResultCache(folder, 'plugin 1').read('table', 'key')).toEqual({ routes: ['a\n', 'ü'] })
  expect(cache.read('types', 'key')).toBe('digest')
  expect(cache.read('table', 'another key')).toBeNull()
  expect(new ResultCache(folder, 'plugin 2').read('table', 'key')).toBeNull()
  cache.write('table', 'another key', 2)
  expect([cache.read('table', 'key'), cache.read('table', 'another key')]).toEqual([null, 2])
})

test('ignores damaged files', () => {
  const folder = makeFolder({})
  const cache = new ResultCache(folder, 'plugin')
  cache.write('table', 'key', { routes: ['a', 'b'] })
  const file = `${folder}/turnout/table.txt`
  const content = readFileSync(file, 'utf8')
  for (const damaged of ['', '\n\n', content.slice(0, -1), content.replace('"a"', '"c"'), `${content}\n`, 'null']) {
    writeFileSync(file, damaged)
    expect(cache.read('table', 'key')).toBeNull()
  }
  writeFileSync(file, content)
  expect(cache.read('table', 'key')).toEqual({ routes: ['a', 'b'] })
})

test('keeps nothing in a folder that cannot be written, and nothing of a plugin without a digest', () => {
  const folder = makeFolder({ turnout: '' })
  const cache = new ResultCache(folder, 'plugin')
  cache.write('table', 'key', 1)
  expect(cache.read('table', 'key')).toBeNull()
  mkdirSync(`${folder}/empty`)
  const unbundled = new ResultCache(`${folder}/empty`)
  unbundled.write('table', 'key', 1)
  expect(unbundled.read('table', 'key')).toBeNull()
})

test('digests depend on the places between strings', () => {
  expect(digestOf('ab', 'c')).not.toBe(digestOf('a', 'bc'))
  expect(digestOf('1 a', '')).not.toBe(digestOf('', '1 a'))
})
