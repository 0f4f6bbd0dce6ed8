import { expect, test } from 'vitest'
import { compileBlock } from '../../compile.ts'
import { OUTPUTS, writeOutput } from './outputs.ts'

const { manifest } = compileBlock((r) => r.resources('photos'))

const settings = {
  server: { controllers: new Map([['photos', '/src/controllers/photos.ts']]) },
  pages: { pages: new Map([['photos', '/src/pages/photos.ts']]) },
}

test.each(OUTPUTS.map(({ name }) => name))('%s gives the same files each time', (name) => {
  const files = writeOutput(name, manifest!, settings)
  expect(files[0].content).toContain('photo')
  expect(writeOutput(name, manifest!, settings)).toEqual(files)
})

test('no two outputs write a file of one name', () => {
  const names = OUTPUTS.flatMap(({ name }) => writeOutput(name, manifest!).map((file) => file.name))
  expect(new Set(names).size).toBe(names.length)
})
