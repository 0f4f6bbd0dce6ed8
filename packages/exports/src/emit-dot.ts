import type { Manifest } from '@turnout/manifest'
import { hueOf, routeLabel, routeTree, type RouteTree } from './route-tree.ts'

/** Writes the tree of the routes in the language of Graphviz. Branches are as wide as they have routes. */
export function emitDot(manifest: Manifest): string {
  const lines = [
    'digraph routes {',
    '  rankdir=LR',
    '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=10]',
    '  edge [arrowhead=none, color="#888888"]',
  ]
  let nodes = 0
  const visit = (tree: RouteTree, parent: number | null): void => {
    const number = nodes++
    const label = [tree.segment === '' ? '/' : tree.segment, ...tree.routes.map(routeLabel)].map(escape).join('\\l')
    const controller = tree.routes.find((route) => route.controller !== null)?.controller
    const fill =
      controller === undefined || controller === null ? '' : `, fillcolor="${hueOf(controller) / 360} 0.15 1"`
    lines.push(`  n${number} [label="${label}${tree.routes.length === 0 ? '' : '\\l'}"${fill}]`)
    if (parent !== null) {
      lines.push(`  n${parent} -> n${number} [penwidth=${(1 + Math.log2(Math.max(1, tree.count))).toFixed(1)}]`)
    }
    for (const child of tree.children) visit(child, number)
  }
  visit(routeTree(manifest), null)
  return `${lines.join('\n')}\n}\n`
}

/** A quoted string of DOT: a backslash begins an escape, as does a quote. */
function escape(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')
}
