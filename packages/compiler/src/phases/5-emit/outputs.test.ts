import { expect, test } from 'vitest'
import { compileBlock } from '../../compile.ts'
import { OUTPUTS, writeOutput } from './outputs.ts'

const { manifest } = compileBlock((r) => r.resources('photos'))

test.each(OUTPUTS.map(({ name }) => name))('%s gives the same files each time', (name) => {
  const files = writeOutput(name, manifest!)
  expect(files[0].content).toContain('photo')
  expect(writeOutput(name, manifest!)).toEqual(files)
})

test('no two outputs write a file of one name', () => {
  const names = OUTPUTS.flatMap(({ name }) => writeOutput(name, manifest!).map((file) => file.name))
  expect(new Set(names).size).toBe(names.length)
})
