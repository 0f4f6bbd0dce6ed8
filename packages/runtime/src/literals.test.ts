import { describe, expect, it } from 'vitest'
import { createLiterals, fullLiteralKey } from './literals.ts'

describe('the literals of a table', () => {
  it('are found only below their parent node, and only if all characters are equal', () => {
    const find = createLiterals(4)
    find(0, 'photos', 0, 6, 7)
    find(7, 'photos', 0, 6, 14)
    expect(find(0, 'photos', 0, 6)).toBe(7)
    expect(find(7, '/photos/photos', 8, 14)).toBe(14)
    expect(find(0, '/photos/new', 1, 7)).toBe(7)
    expect(find(14, 'photos', 0, 6)).toBe(0)
    expect(find(0, '/photosx', 1, 8)).toBe(0)
    expect(find(0, '/photo', 1, 6)).toBe(0)
  })

  it('are distinguished if their hashes or their slots are the same', () => {
    // First character, the one in the middle and the length are all that the hash looks at.
    const find = createLiterals(3)
    const texts = ['abxca', 'acxda', 'adxea', 'aexfa', 'afxga', 'agxha']
    texts.forEach((text, index) => find(0, text, 0, 5, index + 1))
    expect(texts.map((text) => find(0, text, 0, 5))).toEqual([1, 2, 3, 4, 5, 6])
    expect(find(0, 'azxza', 0, 5)).toBe(0)
    expect(find(1, 'abxca', 0, 5)).toBe(0)
  })

  it('may have hashes that depend on all characters', () => {
    const find = createLiterals(4, fullLiteralKey)
    const texts = ['abxca', 'acxda', 'adxea', 'aexfa', 'afxga', 'agxha']
    expect(new Set(texts.map((text) => fullLiteralKey(`/${text}/`, 1, 6))).size).toBe(6)
    texts.forEach((text, index) => find(0, text, 0, 5, index + 1))
    expect(texts.map((text) => find(0, `/${text}/x`, 1, 6))).toEqual([1, 2, 3, 4, 5, 6])
    expect(find(0, 'azxza', 0, 5)).toBe(0)
    expect(find(1, 'abxca', 0, 5)).toBe(0)
  })

  it('use the first slot after the last one is taken', () => {
    for (let node = 0; node < 64; node++) {
      const find = createLiterals(2)
      find(node, 'aaa', 0, 3, 1)
      find(node, 'bab', 0, 3, 2)
      find(node, 'cac', 0, 3, 3)
      expect([find(node, 'aaa', 0, 3), find(node, 'bab', 0, 3), find(node, 'cac', 0, 3)]).toEqual([1, 2, 3])
      expect(find(node, 'dad', 0, 3)).toBe(0)
    }
  })
})
