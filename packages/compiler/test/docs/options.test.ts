import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dslOptions, type OptionName } from '../../src/dsl/option-table.ts'
import { compileRoutes } from '../../src/index.ts'
import { docComments, HOVERS, withRouteTables } from './doc-comments.ts'
import { GUIDES, withGuideTables } from './guides.ts'
import { methodsPage } from './methods-page.ts'
import { optionsPage } from './options-page.ts'
import { routeTable } from './route-table.ts'

// `node scripts/write-options.mjs` writes what is out of date.

describe('the page of options', () => {
  it('is current', () => {
    expect(readFileSync(new URL('../../../../docs/options.md', import.meta.url), 'utf8')).toBe(optionsPage())
  })
})

describe('the page of methods', () => {
  it('is current', () => {
    expect(readFileSync(new URL('../../../../docs/methods.md', import.meta.url), 'utf8')).toBe(methodsPage())
  })

  it('has every method', () => {
    let methods: string[] = []
    compileRoutes((r: object) => (methods = Object.keys(r)))
    for (const method of methods) expect(methodsPage()).toContain(`\n## ${method}\n`)
  })
})

describe('a guide', () => {
  it.each(GUIDES)('has under each sample the routes that it makes: %s', (file) => {
    const text = readFileSync(file, 'utf8')
    expect(withGuideTables(text)).toBe(text)
  })
})

describe('what an editor shows', () => {
  it.each(HOVERS)('has under each example the routes that it makes: %s', (file) => {
    const text = readFileSync(file, 'utf8')
    expect(withRouteTables(text)).toBe(text)
  })

  it('begins, for each option, with the line of the table, and has an example', () => {
    const docs = docComments(HOVERS.find((file) => file.endsWith('option-types.ts'))!)
    for (const name of Object.keys(dslOptions) as OptionName[]) {
      const [found, ...others] = docs.filter((each) => each.name === name)
      expect(others, name).toEqual([])
      expect(found?.text, name).toMatch(/^r\./m)
      expect(found!.text.split('\n\n')[0]!.trim()).toBe(dslOptions[name].says)
    }
  })

  it('has an example of every method', () => {
    const file = HOVERS.find((each) => each.endsWith('blocks.ts'))!
    let methods: string[] = []
    compileRoutes((r: object) => (methods = Object.keys(r)))
    expect(methods.length).toBeGreaterThan(25)
    const docs = new Map(docComments(file).map(({ name, text }) => [name, text]))
    for (const method of methods) expect(docs.get(method), method).toContain('```ts\n')
  })
})

describe('the table of routes under an example', () => {
  it('is what the compiler makes of it', () => {
    expect(routeTable("import { home } from './home.ts'\n\nr.get('a', { to: home, as: 'b' })")).toEqual([
      'b  GET  /a(.:format)  home',
    ])
    expect(routeTable("r.root('pages#home')\nr.match('a/:id', { to: 'a#b', via: 'all', id: /x/ })")).toEqual([
      'root  GET  /                 pages#home',
      '      any  /a/:id(.:format)  a#b         (id: /x/)',
    ])
  })

  it('is none for an example with a mistake', () => {
    expect(() => routeTable("r.get('a')")).toThrow('missing-controller')
    expect(() => routeTable("r.get('a', { too: 'a#b', to: 'a#b' })")).toThrow('unknown-option')
  })
})
