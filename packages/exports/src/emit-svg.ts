import type { Manifest } from '@turnout/compiler'
import { hueOf, routeLabel, routeTree, type RouteTree } from './route-tree.ts'

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
 * coloured by controller. The picture has no script and no style sheet, so that a page with a strict policy shows it.
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
  const lefts = widths.map((_, depth) => MARGIN + widths.slice(0, depth).reduce((sum, width) => sum + width + GAP, 0))
  const width = lefts.at(-1)! + widths.at(-1)! + MARGIN
  const height = rows * ROW + 2 * MARGIN
  const top = ({ row }: Box) => MARGIN + row * ROW + ROW / 2
  const lines: string[] = []
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
      lines.push(
        `<path d="M${from} ${top(parent)}H${middle - 6}C${middle} ${top(parent)} ${middle} ${top(box)} ${middle + 6} ${top(box)}H${to}" stroke-width="${stroke}"/>`,
      )
    }
  }
  const texts = boxes.flatMap(({ tree: node, depth, row }) =>
    labelsOf(node).map((label, line) => {
      const route = line === 0 ? null : node.routes[line - 1]!
      const fill = line === 0 ? '#222' : `hsl(${hueOf(route!.controller ?? label)} 65% 32%)`
      const y = MARGIN + (row + line) * ROW + ROW / 2 + 4
      const title = route?.name == null ? '' : `<title>${escape(route.name)}</title>`
      const weight = line === 0 ? ' font-weight="bold"' : ''
      return `<text x="${lefts[depth]! + (line === 0 ? 0 : 10)}" y="${y}" fill="${fill}"${weight}>${escape(label)}${title}</text>`
    }),
  )
  const count = manifest.routes.length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, monospace" font-size="11">`,
    `<title>${count} route${count === 1 ? '' : 's'}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<g fill="none" stroke="#999" stroke-linecap="round">`,
    ...lines,
    '</g>',
    ...texts,
    '</svg>',
    '',
  ].join('\n')
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
