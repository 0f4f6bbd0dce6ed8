import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Pattern } from '../../patterns/pattern/pattern.ts'
import { missingLiteral } from './missing-literal.ts'

/** The definition, without an index of the segments. */
function searchPlainly(segments: Pattern, path: string): { at: number; expected: string } | null {
  let at = 0
  for (const segment of segments) {
    if (segment.kind !== 'static') continue
    const position = path.indexOf(segment.text, at)
    if (position < 0) return { at, expected: segment.text }
    at = position + segment.text.length
  }
  return null
}

const text = fc.array(fc.constantFrom('/', '/a', '/b', 'a', 'b', '.', '/ab'), { minLength: 1, maxLength: 5 })
const path = fc.array(fc.constantFrom('/a', '/b', '/ab', '/ba', 'a', '.', '-'), { maxLength: 8 })

it('returns the first literal that is missing', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), path, (texts, pieces) => {
      const segments = texts.flatMap((parts): Pattern => {
        return [
          { kind: 'param', name: 'id' },
          { kind: 'static', text: parts.join('').replace(/\/+/g, '/') },
        ]
      })
      const inPath = `/${pieces.join('')}`.replace(/\/+/g, '/')
      expect(missingLiteral(segments, inPath)).toEqual(searchPlainly(segments, inPath))
    }),
    { numRuns: 2000 },
  )
})
