import { describe, expect, it } from 'vitest'
import { printTable } from '../../test/print-table.ts'
import { compileRoutes } from '../compile.ts'
import { redirect, type Routes } from '../dsl.ts'
import { encodeTable, type TableEntry, type TableStep } from './encode-table.ts'

const compile = (block: (r: Routes) => void) => compileRoutes(block, { callables: 'by-name' }).manifest!

describe('the decoded table', () => {
  it('is a tree of segments, with the entries that end at each of them', () => {
    const manifest = compile((r) => {
      r.root('pages#home')
      r.resources('photos', { only: ['index', 'show', 'new'], constraints: { id: /\d+/ } }, () => {
        r.get('preview', { on: 'member' })
      })
      r.get('photos/popular', { to: 'photos#popular' })
      r.match('ping', { to: 'pages#ping', via: 'all' })
      r.get('old/*path', { to: redirect('/new/%{path}') })
      r.get('songs/:a-:b', { to: 'songs#show', constraints: { subdomain: 'api' } })
      r.get('posts(/:year(/:month))', { to: 'posts#index', defaults: { year: '2026' } })
      r.get('feed', { to: 'pages#feed', format: true })
    })
    expect(`\n${printTable(manifest)}`).toMatchInlineSnapshot(`
      "
      | 1. GET pages#home \`root\`
      photos
        | 3. GET photos#index \`photos\` (.:format)
        new
          | 4. GET photos#new \`new_photo\` (.:format)
        popular
          | 6. GET photos#popular \`photos_popular\` (.:format)
        :
          | 5. GET photos#show \`photo\` [id] (.:format) ? if requirementTest(0, /^(?:\\d+)$/)
          preview
            | 2. GET photos#preview \`preview_photo\` [id] (.:format) ? if requirementTest(0, /^(?:\\d+)$/)
      ping
        | 7. any other pages#ping \`ping\` (.:format)
        | 8. GET pages#ping \`ping\` (.:format)
      old
        shortest span
          | 9. GET [path] (.:format) ? then redirectTo(withParams("/new/%{path}"), 301)
      songs
        segment by an automaton of 20 states
          | 10. GET songs#show [a b format] ? if conditionTest("subdomain", "api") then defaultsStep({"subdomain":"api"})
      posts
        | 13. GET posts#index (.:format) ? then defaultsStep({"year":"2026"})
        :
          | 12. GET posts#index [year] (.:format) ? then defaultsStep({"year":"2026"})
          :
            | 11. GET posts#index [year month] (.:format) ? then defaultsStep({"year":"2026"})
      rest by an automaton of 12 states
        | 14. GET pages#feed \`feed\` [format]
      "
    `)
  })
})

describe('the encoder', () => {
  it('writes the example of its documentation', () => {
    const photos: TableStep = { kind: 'literal', text: 'photos' }
    const index = { controller: 'photos', action: 'index', name: 'photos' }
    const show = { controller: 'photos', action: 'show', name: 'photo' }
    const { words, table } = encodeTable([
      { steps: [photos], verb: 1, format: 3, functionsNumber: null, route: index },
      { steps: [photos, { kind: 'param', name: 'id' }], verb: 1, format: 3, functionsNumber: null, route: show },
    ])
    expect(words).toBe(' photos index show photo')
    expect(table).toBe('[3,2,1,2,3,0,2,0,1,1,3,0,0,1,1,3,4,0,4,3,0,4,1,0,0,0,0]')
  })

  const literal = (text: string): TableStep => ({ kind: 'literal', text })
  const entry = (path: string, controller: string, action: string, name: string): TableEntry => ({
    steps: path
      .split('/')
      .map((part) => (part.startsWith(':') ? { kind: 'param', name: part.slice(1) } : literal(part))),
    verb: 1,
    format: 1,
    functionsNumber: null,
    route: { controller, action, name },
  })
  const resource = (plural: string, singular: string) => [
    entry(plural, plural, 'index', plural),
    entry(`${plural}/new`, plural, 'new', `new_${singular}`),
    entry(`${plural}/:id`, plural, 'show', singular),
    entry(`${plural}/:id/edit`, plural, 'edit', `edit_${singular}`),
  ]

  it('writes neighbouring resources as equal strings', () => {
    const names = Array.from('abcdefghijkl', (letter) => `${letter}lbum`)
    const { table } = encodeTable(names.flatMap((name) => resource(`${name}s`, name).slice(0, 3)))
    expect(table).toMatch(/^\[\d+(,\d+)*\]$/)
    // The first ones bring the strings that the others share. What stands in more than three entries is one of those.
    expect(table).toMatch(/(.{10,50})\1{5}\]$/)
  })

  it('writes each word once, and joins known words', () => {
    const { words } = encodeTable(resource('albums', 'album'))
    expect(words).toBe(' albums index new album show edit')
  })

  it('omits the start that a word shares with the previous word', () => {
    const of = (...words: [string, string, string, string]) => encodeTable([entry(...words)]).words
    expect(of('bank', 'banker', 'bankers', 'b')).toBe(' bank +er )s b')
    // A mark of its own for as many as have one; not for 8 and 10, whose marks mean something else.
    expect(of('statistic', 'stations', 'statistics', 'statistically')).toBe(' statistic *ons *stics &ally')
    expect(of('12345678', '12345678a', '1234567890', '123456789012')).toBe(' 12345678 (8a (890 &012')
    expect(of('a'.repeat(20), 'a'.repeat(21), '-a', '-b')).toBe(` ${'a'.repeat(20)} !${'a'.repeat(7)} /-a /-b`)
  })

  it('separates the words by a character that none of them contains', () => {
    expect(encodeTable([entry('a b', 'c', 'd', 'e')]).words).toBe(';a b;c;d;e')
    expect(encodeTable([entry('a b;|', 'c', 'd\n\t', 'e')]).words).toBe('\0a b;|\0c\0d\n\t\0e')
  })

  it('reports a node with too many literals of the same hash', () => {
    const of = (paths: readonly string[]) => encodeTable(paths.map((path) => entry(path, 'c', 'a', path))).needsFullKey
    const numbered = (count: number, prefix = '') =>
      Array.from({ length: count }, (_, i) => `${prefix}resource${10 + i}`)
    expect([of(numbered(8)), of(numbered(9)), of(numbered(9, 'a/'))]).toEqual([false, true, true])
    // Behind different nodes, or of different first characters, they are not alike.
    expect(of([...numbered(8), ...numbered(8, 'a/')])).toBe(false)
    expect(of(Array.from('abcdefghijkl', (letter) => `${letter}esource`))).toBe(false)
  })

  it('has an object literal for each shape of an entry, but none for inherited names and none for many', () => {
    const paths = [':id', 'a/:slug', 'b/:slug', ':constructor', ':p/:q/:r/:s/:t', 'c/:one/d/:two']
    const { shapes, otherShapes } = encodeTable(paths.map((path) => entry(path, 'c', 'a', path)))
    expect(shapes).toEqual([['id'], ['slug'], ['one', 'two']])
    expect(otherShapes).toEqual([['constructor'], ['p', 'q', 'r', 's', 't']])
  })

  it('numbers the other shapes from the first multiple of 64 on', () => {
    const of = (count: number) =>
      encodeTable([
        ...Array.from({ length: count }, (_, index) => entry(`:a${index}`, 'c', 'a', 'n')),
        entry(':p/:q/:r/:s/:t', 'c', 'a', 'n'),
        entry(':p/:q/:r/:s/:t/:u', 'c', 'a', 'n'),
      ]).table
    // Behind the step, each as one more than its number.
    for (const [count, first] of [
      [0, 64],
      [63, 64],
      [64, 128],
    ] as const) {
      for (const number of [first, first + 1]) expect(of(count)).toContain(`,0,${1 + number},`)
    }
  })
})
