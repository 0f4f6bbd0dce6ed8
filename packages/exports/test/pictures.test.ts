import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { describe, expect, it } from 'vitest'
import { compileBlock } from '../../compiler/src/compile.ts'
import { redirect } from '../../compiler/src/dsl.ts'
import {
  CONTROLLER_COLOURS,
  controllerHues,
  METHOD_COLOURS,
  PAGE_COLOURS,
  TREE_LEGEND,
} from '../../manifest/src/print/palette.ts'
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
      expect(content.replace(/<[^>]*>/g, '')).toContain(text)
    }
  })

  it("has the inspector's colours and legend, light and dark", () => {
    const { content } = writeExport('svg', album!)
    const hueOf = controllerHues(album!.routes)
    for (const controller of ['pages', 'photos', 'comments']) {
      const { light } = CONTROLLER_COLOURS[hueOf(controller)]!
      expect(content).toContain(`<tspan class="hue-${hueOf(controller)}" fill="${light}"> ${controller}#`)
    }
    expect(content).toContain(`<tspan class="get" fill="${METHOD_COLOURS.get.light}">GET</tspan>`)
    expect(content).toContain(`<tspan class="accent" fill="${PAGE_COLOURS.accent.light}">:photo_id</tspan>`)
    // A branch with one controller has its colour. The root has several.
    const strokes = new Set(content.match(/class="hue-\d+" stroke="#\w+"/g))
    const neutral = CONTROLLER_COLOURS.length - 1
    for (const hue of [hueOf('comments'), hueOf('pages'), neutral])
      expect(strokes).toContain(`class="hue-${hue}" stroke="${CONTROLLER_COLOURS[hue]!.light}"`)
    for (const [label] of TREE_LEGEND.methods) expect(content).toContain(`>${label}</text>`)
    expect(content).toContain(TREE_LEGEND.branches)
    // Each class that an element has is a rule of the dark theme.
    const style = /<style>@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(content)![1]!
    for (const [, name] of content.matchAll(/<(?:rect|text|tspan|path)[^>]* class="([\w-]+)"/g))
      expect(style).toContain(`.turnout-routes .${name}{fill:#`)
    expect(style).toContain(`.get{fill:${METHOD_COLOURS.get.dark}}`)
    expect(style).toContain(`.surface{fill:${PAGE_COLOURS.surface.dark}}`)
  })

  it.each(['light', 'dark'] as const)('has text with enough contrast: %s', (theme) => {
    const luminance = (colour: string) => {
      const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    const { surface, ...texts } = PAGE_COLOURS
    for (const colour of [...Object.values(texts), ...Object.values(METHOD_COLOURS), ...CONTROLLER_COLOURS]) {
      const [dark, light] = [luminance(colour[theme]), luminance(surface[theme])].sort((a, b) => a - b)
      expect((light! + 0.05) / (dark! + 0.05), colour[theme]).toBeGreaterThanOrEqual(4.5)
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
      expect(mark).toMatch(/^<\/\w+>$|^<(?:svg|title|style|rect|g|path|text|tspan)(?: [\w:-]+="[^"<]*")*\/?>$/)
      if (mark.startsWith('</')) expect(open.pop()).toBe(mark.slice(2, -1))
      else if (!mark.endsWith('/>')) open.push(/^<(\w+)/.exec(mark)![1]!)
    }
    expect(open).toEqual([])
    expect(content.replace(/<[^>]*>/g, '')).not.toMatch(/&(?!#\d+;)/)
  })
})
