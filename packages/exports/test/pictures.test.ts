import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { describe, expect, it } from 'vitest'
import { compileBlock } from '../../compiler/src/compile.ts'
import { redirect } from '../../compiler/src/dsl.ts'
import { writeExport } from '../src/index.ts'
import { routeTree, type RouteTree } from '../src/route-tree.ts'
import { readCorpus } from '../../compiler/test/conformance/corpus.ts'
import { compiledCase } from '../../compiler/test/conformance/replay.ts'
import { loosely } from '../../compiler/test/loosely.ts'

const { manifest: album } = compileBlock((r) => {
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show'] }, (photos) => photos.resources('comments', { only: ['index'] }))
  r.get('(:locale)/about', { to: 'pages#about', as: 'about' })
  r.get('old/:id', { to: redirect('/photos/%{id}') })
})
const large = compiledCase(readCorpus('applications')[0]!).manifest!
/** Names and paths with what means something in DOT and XML. */
const { manifest: hostile } = compileBlock(
  loosely((r) => {
    r['get']!(`/a"<b>&'\\n]]>`, { to: redirect(`/"><script>alert(1)</script>`), as: 'quoted' })
    r['get']!(`/${'x'.repeat(3000)}`, { to: 'pages#long' })
    r['get']!(`/${'deep/'.repeat(800)}`, { to: 'pages#deep' })
  }),
)

function count(tree: RouteTree): number {
  return tree.routes.length + tree.children.reduce((sum, child) => sum + count(child), 0)
}

describe('the tree of the routes', () => {
  it('has each route once, by the segments of its path', () => {
    expect(count(routeTree(large))).toBe(large.routes.length)
    const show = ({ segment, routes, children }: RouteTree): string =>
      `${segment}${routes.length > 0 ? `=${routes.length}` : ''}${children.length > 0 ? `[${children.map(show).join(' ')}]` : ''}`
    expect(show(routeTree(album!))).toBe('=1[photos=1[:photo_id[comments=1] :id=1] (/:locale)[about=1] old[:id=1]]')
  })
})

describe('DOT', () => {
  it.each([
    ['an album', album!],
    ['an application', large],
    ['hostile names', hostile!],
  ])('is drawn by Graphviz: %s', async (_name, manifest) => {
    const graphviz = await Graphviz.load()
    const { content } = writeExport('dot', manifest)
    const drawn = graphviz.dot(content, 'json')
    const { objects } = JSON.parse(drawn) as { objects: unknown[] }
    const nodes = (tree: RouteTree): number => tree.children.reduce((sum, child) => sum + nodes(child), 1)
    expect(objects).toHaveLength(nodes(routeTree(manifest)))
  })
})

describe('SVG', () => {
  it('names every route', () => {
    const { content } = writeExport('svg', album!)
    for (const text of ['GET photos#show', 'GET comments#index', 'GET 301 /photos/%{id}', '6 routes', ':photo_id']) {
      expect(content).toContain(text)
    }
  })

  it.each([
    ['an album', album!],
    ['an application', large],
    ['hostile names', hostile!],
  ])('is well-formed, and has no script: %s', (_name, manifest) => {
    const { content } = writeExport('svg', manifest)
    // Attributes are quoted, text has no mark of its own, and every element that opens closes.
    const marks = content.match(/<[^>]*>|[<>]/g)!
    const open: string[] = []
    for (const mark of marks) {
      expect(mark).toMatch(/^<\/\w+>$|^<(?:svg|title|rect|g|path|text)(?: [\w:-]+="[^"<]*")*\/?>$/)
      if (mark.startsWith('</')) expect(open.pop()).toBe(mark.slice(2, -1))
      else if (!mark.endsWith('/>')) open.push(/^<(\w+)/.exec(mark)![1]!)
    }
    expect(open).toEqual([])
    expect(content.replace(/<[^>]*>/g, '')).not.toMatch(/&(?!#\d+;)/)
  })
})
