import { describe, expect, test } from 'vitest'
import { plain, type Style } from './style.ts'
import { brokenAt, table } from './table.ts'

const rows = [
  ['Verb', 'Path', 'Endpoint'],
  ['GET', '/organizations/:organization_id/repositories/:id', 'organizations/repositories#show'],
]
const columns = [{ align: 'right' }, {}, {}] as const

describe('table', () => {
  test('aligns the columns, and no line ends with spaces', () => {
    expect(table(rows, columns, { width: undefined, style: plain })).toBe(
      [
        'Verb Path                                             Endpoint',
        ' GET /organizations/:organization_id/repositories/:id organizations/repositories#show',
      ].join('\n'),
    )
  })

  test('aligns wide characters, emoji and combining marks by the columns that they take', () => {
    const wide = [
      ['GET', '/写真/:id', 'a'],
      ['GET', '/🚂', 'b'],
      ['GET', '/cafe\u0301', 'c'],
    ]
    expect(table(wide, [{}, {}, {}], { width: undefined, style: plain })).toBe(
      ['GET /写真/:id a', 'GET /🚂       b', 'GET /cafe\u0301     c'].join('\n'),
    )
  })

  test('accepts more rows than a call can have arguments', () => {
    const many = Array.from({ length: 130_000 }, (_, index) => ['GET', `/a${index}`])
    const lines = table(many, [{}, {}], { width: undefined, style: plain }).split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([130_000, 'GET /a129999'])
  })

  test('narrows the widest columns to the width of the terminal', () => {
    expect(`\n${table(rows, columns, { width: 60, style: plain })}`).toBe(`
Verb Path                        Endpoint
 GET /organizations              organizations
     /:organization_id           /repositories#show
     /repositories/:id`)
  })

  test('colours cells, but not the spaces that align them', () => {
    const brackets: Style = (format, text) => `<${format} ${text}>`
    const styled = table(
      [
        ['a', ''],
        ['bb', 'c'],
      ],
      [{ style: 'green' }, { style: 'cyan' }],
      {
        width: undefined,
        style: brackets,
        header: true,
      },
    )
    expect(styled.split('\n')).toEqual(['<bold a>', '<green bb> <cyan c>'])
  })

  test('keeps a minimum width in a terminal that is too narrow', () => {
    const lines = table(rows, columns, { width: 5, style: plain }).split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(40)
  })
})

test.each([
  ['photos#index', 20, ['photos#index']],
  ['/photos/:id/edit', 8, ['/photos', '/:id', '/edit']],
  ['/photos/:id(.:format)', 15, ['/photos/:id', '(.:format)']],
  ['photos#show { id: /\\d+/ }', 22, ['photos#show { id:', '/\\d+/ }']],
  ['one two three', 8, ['one two', 'three']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['写真と絵', 5, ['写真', 'と絵']],
  ['写真', 1, ['写', '真']],
])('brokenAt(%j, %i)', (text, width, lines) => {
  expect(brokenAt(text, width)).toEqual(lines)
})
