// Draws the tree of the routes as an SVG picture.
import type { Manifest } from '@turnout/manifest'
import { controllerHues, NEUTRAL_HUE, toneOf, TREE_LEGEND } from '@turnout/manifest/print'
import { routeLabel, routeTree, type RouteTree } from './route-tree.ts'
import { darkStyle, fillOf, PICTURE_CLASS, strokeOf, type ColourName } from './svg-style.ts'

const ROW = 22
const CHARACTER = 7
const MARGIN = 12
const GAP = 28

interface Box {
  readonly tree: RouteTree
  readonly depth: number
  /** The first row of the node, and the number of rows of its subtree. */
  readonly row: number
  readonly rows: number
}

/**
 * Draws the tree of the routes: from left to right, a column for each depth, branches as wide as they have routes,
 * coloured by controller as in the inspector. Below the tree is a legend. The picture has no script. A style changes the
 * colours in the dark theme; without it, the picture is light.
 */
export function emitSvg(manifest: Manifest): string {
  const tree = routeTree(manifest)
  const boxes: Box[] = []
  const widths: number[] = []
  const layOut = (node: RouteTree, depth: number, row: number): number => {
    const labels = labelsOf(node)
    widths[depth] = Math.max(widths[depth] ?? 0, ...labels.map((label) => Array.from(label).length * CHARACTER))
    const index = boxes.push({ tree: node, depth, row, rows: 0 }) - 1
    let next = row
    for (const child of node.children) next += layOut(child, depth + 1, next)
    const rows = Math.max(labels.length, next - row)
    boxes[index] = { ...boxes[index]!, rows }
    return rows
  }
  const rows = layOut(tree, 0, 0)
  const hueOf = controllerHues(manifest.routes)
  const branchHues = huesOf(tree, hueOf)
  const lefts = widths.map((_, depth) => MARGIN + widths.slice(0, depth).reduce((sum, width) => sum + width + GAP, 0))
  const width = Math.max(lefts.at(-1)! + widths.at(-1)! + MARGIN, LEGEND_WIDTH + 2 * MARGIN)
  const legendTop = rows * ROW + 2 * MARGIN
  const height = legendTop + 2 * ROW + MARGIN
  const top = ({ row }: Box) => MARGIN + row * ROW + ROW / 2
  const tracks: { readonly path: string; readonly count: number }[] = []
  const parents: Box[] = []
  for (const box of boxes) {
    const { tree: node, depth } = box
    parents[depth] = box
    const parent = parents[depth - 1]
    if (depth > 0 && parent !== undefined) {
      const from = lefts[depth - 1]! + (parent.tree.segment === '' ? CHARACTER : textWidth(parent.tree.segment)) + 4
      const to = lefts[depth]! - 4
      const middle = to - GAP / 2
      const stroke = (1 + Math.log2(node.count)).toFixed(1)
      tracks.push({
        count: node.count,
        path: `<path d="${trackTo([from, top(parent)], middle, [to, top(box)])}" ${strokeOf(branchHues.get(node))} stroke-width="${stroke}"/>`,
      })
    }
  }
  const texts = boxes.flatMap(({ tree: node, depth, row }) =>
    labelsOf(node).map((label, line) => {
      const route = line === 0 ? null : node.routes[line - 1]!
      const y = MARGIN + (row + line) * ROW + ROW / 2 + 4
      const title = route?.name == null ? '' : `<title>${escape(route.name)}</title>`
      const [x, weight, content] =
        route === null
          ? [lefts[depth]!, ' font-weight="bold"', segmentText(label)]
          : [lefts[depth]! + 10, '', routeText(label, `hue-${hueOf(route.controller)}`)]
      return `<text x="${x}" y="${y}"${weight}>${content}${title}</text>`
    }),
  )
  const count = manifest.routes.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${PICTURE_CLASS}" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, monospace" font-size="11">`,
    `<title>${count} route${count === 1 ? '' : 's'}</title>`,
    darkStyle(),
    `<rect width="100%" height="100%" ${fillOf('surface')}/>`,
    // The opacity of the group: branches that overlap are no darker.
    '<g fill="none" stroke-linecap="round" opacity="0.62">',
    // Narrow branches are above wide ones.
    ...tracks.toSorted((a, b) => b.count - a.count).map(({ path }) => path),
    '</g>',
    ...texts,
    ...legend(legendTop),
    '</svg>',
    '',
  ].join('\n')
}

/** The distances from the left and from the top. */
type Point = readonly [x: number, y: number]

/** Returns a line that goes straight on, or turns down between the columns and then to the right. */
function trackTo([left, top]: Point, middle: number, [right, bottom]: Point): string {
  if (top === bottom) return `M${left} ${top}H${right}`
  const down = `H${middle - 6}Q${middle} ${top} ${middle} ${top + 6}V${bottom - 6}`
  return `M${left} ${top}${down}Q${middle} ${bottom} ${middle + 6} ${bottom}H${right}`
}

/** Returns the colour of each branch: that of the controller of all its routes, or the neutral colour. */
function huesOf(
  tree: RouteTree,
  hueOf: (controller: string | null) => number,
  hues = new Map<RouteTree, number>(),
): ReadonlyMap<RouteTree, number> {
  for (const child of tree.children) huesOf(child, hueOf, hues)
  const parts = [
    ...tree.routes.map(({ controller }) => hueOf(controller)),
    ...tree.children.map((child) => hues.get(child)!),
  ]
  hues.set(tree, parts.every((hue) => hue === parts[0]) ? (parts[0] ?? NEUTRAL_HUE) : NEUTRAL_HUE)
  return hues
}

/** Returns a segment with its parameters in their colour. */
function segmentText(segment: string): string {
  return segment
    .split(/([:*]\w+)/)
    .filter((part) => part !== '')
    .map((part) => span(part, /^[:*]\w/.test(part) ? 'accent' : 'ink'))
    .join('')
}

/** Returns the label of a route: the methods in their colours, then the endpoint in the colour of the controller. */
function routeText(label: string, hue: ColourName): string {
  const end = label.indexOf(' ')
  const verbs = label.slice(0, Math.max(end, 0)).split('|')
  return `${verbs.map((verb) => span(verb, toneOf(verb))).join(span('|', 'soft'))}${span(label.slice(Math.max(end, 0)), hue)}`
}

function span(text: string, colour: ColourName): string {
  return `<tspan ${fillOf(colour)}>${escape(text)}</tspan>`
}

/** The mark of a method in the legend, and the space around it. */
const MARK = { width: 6, height: 11, gap: 6, after: 18 }

const METHODS_WIDTH = TREE_LEGEND.methods.reduce(
  (sum, [label]) => sum + MARK.width + MARK.gap + label.length * CHARACTER + MARK.after,
  0,
)
const LEGEND_WIDTH = Math.max(METHODS_WIDTH, TREE_LEGEND.branches.length * CHARACTER)

/** Returns the legend: a line of methods with their colours, and a line about the branches. */
function legend(top: number): string[] {
  let x = MARGIN
  const methods = TREE_LEGEND.methods.flatMap(([label, tone]) => {
    const textLeft = x + MARK.width + MARK.gap
    const parts = [
      `<rect x="${x}" y="${top + ROW / 2 - MARK.height / 2}" width="${MARK.width}" height="${MARK.height}" rx="2" ${fillOf(tone)}/>`,
      `<text x="${textLeft}" y="${top + ROW / 2 + 4}" ${fillOf('soft')}>${escape(label)}</text>`,
    ]
    x = textLeft + label.length * CHARACTER + MARK.after
    return parts
  })
  return [
    ...methods,
    `<text x="${MARGIN}" y="${top + ROW * 1.5 + 4}" ${fillOf('soft')}>${escape(TREE_LEGEND.branches)}</text>`,
  ]
}

/** Returns the lines of a box: the segment, then the routes that end there. */
function labelsOf({ segment, routes }: RouteTree): readonly string[] {
  return [segment === '' ? '/' : segment, ...routes.map(routeLabel)].map(shortened)
}

function textWidth(text: string): number {
  return Array.from(shortened(text)).length * CHARACTER
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text
}

/** Escapes a string for XML, which allows no control characters, not even escaped. */
function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const visible = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
  return visible.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
