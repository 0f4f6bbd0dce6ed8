import { describe, expect, it } from 'vitest'
import { cyclicComponents } from './components.ts'

/** The nodes on cycles, grouped by component. */
function cycles(successors: readonly (readonly number[])[]): number[][] {
  const groups = new Map<number, number[]>()
  cyclicComponents(successors.length, (node) => successors[node]!).forEach((component, node) => {
    if (component !== -1) groups.set(component, [...(groups.get(component) ?? []), node])
  })
  return [...groups.values()].sort(([a], [b]) => a! - b!)
}

describe('the components of a graph', () => {
  it('are its cycles, alone or joined', () => {
    expect(cycles([[1], [2], [0, 3], [4], [3]])).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
    expect(cycles([[1, 2], [0], [1, 3], [3]])).toEqual([[0, 1, 2], [3]])
  })

  it('leave out what lies on none', () => {
    expect(cycles([[1, 2], [2], []])).toEqual([])
    expect(cycles([])).toEqual([])
  })

  it('keep apart a cycle that only leads to one found before', () => {
    expect(cycles([[0], [2, 0], [1]])).toEqual([[0], [1, 2]])
  })

  it('take as many nodes as there are', () => {
    const size = 100_000
    const ring = cyclicComponents(size, (node) => [(node + 1) % size])
    expect(ring.every((component) => component === 0)).toBe(true)
  })
})
