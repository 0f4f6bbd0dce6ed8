import { describe, expect, it } from 'vitest'
import { createLiterals, fullLiteralKey } from './literals.ts'

describe('the literals of a table', () => {
  it('are found behind their own node, whole', () => {
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

  it('are told apart where the hash is the same, and where their places are taken', () => {
    // First character, the one in the middle and the length are all that the hash looks at.
    const find = createLiterals(3)
    const texts = ['abxca', 'acxda', 'adxea', 'aexfa', 'afxga', 'agxha']
    texts.forEach((text, index) => find(0, text, 0, 5, index + 1))
    expect(texts.map((text) => find(0, text, 0, 5))).toEqual([1, 2, 3, 4, 5, 6])
    expect(find(0, 'azxza', 0, 5)).toBe(0)
    expect(find(1, 'abxca', 0, 5)).toBe(0)
  })

  it('have hashes of all characters where they are crowded', () => {
    const find = createLiterals(4, fullLiteralKey)
    const texts = ['abxca', 'acxda', 'adxea', 'aexfa', 'afxga', 'agxha']
    expect(new Set(texts.map((text) => fullLiteralKey(`/${text}/`, 1, 6))).size).toBe(6)
    texts.forEach((text, index) => find(0, text, 0, 5, index + 1))
    expect(texts.map((text) => find(0, `/${text}/x`, 1, 6))).toEqual([1, 2, 3, 4, 5, 6])
    expect(find(0, 'azxza', 0, 5)).toBe(0)
    expect(find(1, 'abxca', 0, 5)).toBe(0)
  })

  it('go round from the last place to the first', () => {
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
