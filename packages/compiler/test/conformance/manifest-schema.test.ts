import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { CORPORA, readCorpus } from './corpus.ts'
import { compiledCase } from './replay.ts'

const schema = JSON.parse(readFileSync(new URL('../../manifest.schema.json', import.meta.url), 'utf8')) as object

it('every manifest of the corpora is as the published schema has it, and survives JSON', () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
  let checked = 0
  for (const testCase of CORPORA.flatMap((name) => readCorpus(name))) {
    const { manifest } = compiledCase(testCase)
    if (manifest === null) continue
    checked += 1
    expect(validate(manifest), `${testCase.id}: ${JSON.stringify(validate.errors)}`).toBe(true)
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest)
  }
  expect(checked).toBeGreaterThan(1300)
})
