import { describe, expect, it } from 'vitest'
import { makeTable } from '../test/make-table.ts'
import { fullLiteralKey } from './literals.ts'
import {
  ENTRY_SIZE,
  FUNCTIONS_NUMBER,
  FIRST_ENTRY,
  FORMAT_BITS,
  NEXT_ENTRY,
  NEXT_PROGRAM,
  FIRST_PROGRAM,
  PARAM_CHILD,
  PROGRAM_CODE,
  PROGRAM_CAPTURES,
  readTable,
  ROUTE_LABELS,
  SHAPE_NUMBER,
  GREATEST_ENTRY,
  VERB_BITS,
} from './route-table.ts'

describe('the reader of route tables', () => {
  it('reads nodes, entries and labels', () => {
    const [words, table] = makeTable([
      { steps: ['photos'], format: 3, route: ['photos', 'index', 'photos'] },
      { steps: ['photos'], verb: 2, route: ['photos', 'create', 'create_photo'] },
      { steps: ['photos', ':id'], functionsNumber: 4, route: ['photos', 'show', 'photo'] },
    ])
    const [nodes, entries, labels, find, captures] = readTable(2, words, table)
    // The first entry stands last, for the greatest wins.
    const [index, create, show] = [3 * ENTRY_SIZE, 2 * ENTRY_SIZE, ENTRY_SIZE]
    expect(captures).toBe(1)
    expect(labels).toEqual(['photos', 'photos', 'index', 'create_photo', 'photos', 'create', 'photo', 'photos', 'show'])

    const photos = find(0, '/photos/new', 1, 7)
    expect(photos).toBeGreaterThan(0)
    expect(find(0, 'photo', 0, 5)).toBe(0)
    expect(find(0, 'photosx', 0, 7)).toBe(0)
    expect(find(photos, 'photos', 0, 6)).toBe(0)
    expect([nodes[photos + FIRST_ENTRY], nodes[photos + FIRST_ENTRY + 1], nodes[photos + FIRST_ENTRY + 2]]).toEqual([
      0,
      index,
      create,
    ])
    expect([nodes[photos + GREATEST_ENTRY], nodes[photos + VERB_BITS]]).toEqual([index, 0b110])
    expect([nodes[GREATEST_ENTRY], nodes[VERB_BITS]]).toEqual([4 * ENTRY_SIZE, 0b110])

    const id = nodes[photos + PARAM_CHILD]!
    expect([nodes[id + FIRST_ENTRY + 1], nodes[id + GREATEST_ENTRY], nodes[id + VERB_BITS]]).toEqual([
      show,
      show,
      0b010,
    ])
    expect([entries[index + FORMAT_BITS], entries[show + FORMAT_BITS]]).toEqual([3, 1])
    expect([entries[index + FUNCTIONS_NUMBER], entries[show + FUNCTIONS_NUMBER]]).toEqual([0, 5])
    expect([entries[index + SHAPE_NUMBER], entries[show + SHAPE_NUMBER]]).toEqual([0, 1])
    expect([index, create, show].map((entry) => labels[entries[entry + ROUTE_LABELS]!])).toEqual([
      'photos',
      'create_photo',
      'photo',
    ])
  })

  it('keeps the shape before a literal, and the shape of a known program', () => {
    const pair = { program: 2, captures: 2, names: ['a', 'b'] }
    const names: ['c', 'a', 'n'] = ['c', 'a', 'n']
    const [words, table] = makeTable([
      { steps: [':id', 'edit'], route: names },
      { steps: [pair], route: names },
      { steps: [pair, 'edit'], route: names },
    ])
    const [nodes, entries] = readTable(1, words, table)
    expect([3, 2, 1].map((entry) => entries[entry * ENTRY_SIZE + SHAPE_NUMBER])).toEqual([1, 2, 3])
    const program = nodes[FIRST_PROGRAM]!
    expect([nodes[program + PROGRAM_CODE], nodes[program + PROGRAM_CAPTURES]]).toEqual([2, 2])
    expect([nodes[program + FIRST_PROGRAM], nodes[program + PARAM_CHILD]]).toEqual([0, 0])
  })

  it('links the entries of one node and verb, and shares the labels of one route', () => {
    const [words, table] = makeTable([
      { steps: [':a'], route: ['a', 'one', 'x'] },
      { steps: [':a'], verb: 0 },
      { steps: [':b'], route: ['b', 'two', 'y'] },
    ])
    const [nodes, entries, labels] = readTable(1, words, table)
    const column = nodes[PARAM_CHILD]! + FIRST_ENTRY + 1
    const [first, any, second] = [3 * ENTRY_SIZE, 2 * ENTRY_SIZE, ENTRY_SIZE]
    expect([nodes[column], nodes[column - 1]]).toEqual([first, any])
    expect([entries[first + NEXT_ENTRY], entries[second + NEXT_ENTRY], entries[any + NEXT_ENTRY]]).toEqual([
      second,
      0,
      0,
    ])
    expect(entries[any + ROUTE_LABELS]).toBe(entries[first + ROUTE_LABELS])
    expect(labels[entries[second + ROUTE_LABELS]!]).toBe('y')
    expect([first, second].map((entry) => entries[entry + SHAPE_NUMBER])).toEqual([1, 3])
  })

  it('keeps the programs of a node in the order of their routes', () => {
    const program = (number: number, captures: number) => ({ program: number, captures, names: ['a', 'b'] })
    const [words, table] = makeTable([
      { steps: [program(0, 2)], route: ['a', 'one', 'x'] },
      { steps: [program(3, 1)], route: ['a', 'two', 'y'] },
      { steps: [program(0, 2), ':c'], route: ['a', 'three', 'z'] },
    ])
    const [nodes, entries] = readTable(1, words, table)
    const first = nodes[FIRST_PROGRAM]!
    const second = nodes[first + NEXT_PROGRAM]!
    expect([nodes[first + PROGRAM_CODE], nodes[first + PROGRAM_CAPTURES]]).toEqual([0, 2])
    expect([nodes[second + PROGRAM_CODE], nodes[second + PROGRAM_CAPTURES], nodes[second + NEXT_PROGRAM]]).toEqual([
      3, 1, 0,
    ])
    const last = nodes[nodes[first + PARAM_CHILD]! + FIRST_ENTRY + 1]!
    expect([last, entries[last + SHAPE_NUMBER]]).toEqual([ENTRY_SIZE, 4])
  })

  it('reads the short forms: strings by age and by number, joined strings, shapes by number, shared steps', () => {
    const sizes = [3, 2, 1, 3, 3, 1, 2]
    // dropped steps verb format bits
    const presets = [0, 2, 1, 1, 0].concat([1, 1, 1, 1, 4])
    // `photos` is a common word, so it is string 1 from the start, which is written as 20.
    const literal = [4 + 20]
    const param = [0, 0]
    const route = [20, 0, 1, 0, 20]
    const again = [0, 1 + 1]
    const sameController = [5, 2, 3, 21]
    const body = [0, ...literal, ...param, ...route, 1, ...again, ...sameController]
    const table = JSON.stringify([...sizes, ...presets, ...body])
    const [nodes, entries, labels, find] = readTable(1, ' photos index all', table)
    expect(labels).toEqual(['all_photos', 'photos', 'index', 'all_photos/index', 'photos', 'index'])
    const [one, two] = [2 * ENTRY_SIZE, ENTRY_SIZE]
    expect([one, two].map((entry) => entries[entry + SHAPE_NUMBER])).toEqual([1, 1])
    const id = nodes[find(0, 'photos', 0, 6) + PARAM_CHILD]!
    expect([nodes[id + FIRST_ENTRY + 1], entries[one + NEXT_ENTRY]]).toEqual([one, two])
  })

  it('reads words that begin like the previous word', () => {
    const [, table] = makeTable([{ steps: ['bank'], route: ['banker', 'bankers', '-b'] }])
    const [, , labels, find] = readTable(1, ' bank +er )s /-b', table)
    expect(labels).toEqual(['-b', 'banker', 'bankers'])
    // A digit is no mark.
    expect(readTable(1, ' bank +er )s 007', table)[2]).toEqual(['007', 'banker', 'bankers'])
    expect(find(0, 'bank', 0, 4)).toBeGreaterThan(0)
  })

  it('reads thousands of words', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`)
    const [list, table] = makeTable(words.map((text) => ({ steps: [text], route: [text, text, text] })))
    const [, entries, labels, find] = readTable(1, list, table)
    expect(entries.length).toBe(3001 * ENTRY_SIZE)
    expect(words.every((text) => find(0, text, 0, text.length) > 0)).toBe(true)
    expect(labels.at(-1)).toBe('w2999')
  })

  it('compares few literals with a segment, although their names are similar', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `resource${index}`)
    const [list, table] = makeTable(names.map((text) => ({ steps: [text] })))
    const [, , , find] = readTable(1, list, table, fullLiteralKey)
    let compared = 0
    const counting = (text: string) =>
      ({
        charCodeAt: (index: number) => text.charCodeAt(index),
        slice: (start: number, end: number) => (compared++, text.slice(start, end)),
      }) as string
    const nodes = names.map((text) => find(0, counting(`/${text}`), 1, 1 + text.length))
    expect(new Set(nodes).size).toBe(1000)
    expect(nodes).not.toContain(0)
    expect(compared).toBe(1000)
    expect(find(0, 'resource1000', 0, 12)).toBe(0)
  })
})
