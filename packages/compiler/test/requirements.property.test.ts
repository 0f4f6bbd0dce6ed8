import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNativelySafe, longPath, matchersOf, requirement, shortPath, valuesOfParam } from './requirement-samples.ts'

// `scripts/fuzz-requirements.mjs` runs many more, and measures the time of long paths.

it('matches a param as the native expression does on the whole param', () => {
  let hits = 0
  fc.assert(
    fc.property(
      requirement.filter(isNativelySafe),
      fc.array(shortPath, { minLength: 30, maxLength: 30 }),
      (required, paths) => {
        for (const { pattern, path: inPath, match } of matchersOf(required)) {
          for (const path of paths) {
            const value = match('GET', path)?.params['p']
            const values = valuesOfParam(path, inPath, required)
            if (value !== undefined) hits++
            const isRight = value === undefined ? values.size === 0 : values.has(value as string)
            expect({ pattern, path, value, isRight }).toMatchObject({ isRight: true })
          }
        }
      },
    ),
    { numRuns: 40, seed: 5 },
  )
  expect(hits).toBeGreaterThan(100)
})

it('comes to an end on long paths, with every requirement', () => {
  fc.assert(
    fc.property(requirement, longPath, (required, path) => {
      for (const { match } of matchersOf(required)) expect(() => match('GET', path)).not.toThrow()
    }),
    { numRuns: 20, seed: 6 },
  )
})
