// Arranges the routes as a tree of path segments, and computes the positions of its branches.
import type { RouteRow } from './model.ts'

/** A branch of the tree: one path segment. */
export interface Branch {
  /** Unique in the tree, and stable across changes of the table. */
  readonly key: string
  /** `photos`, `:id`; several if routes use different names for the same dynamic segment. */
  readonly labels: string[]
  readonly depth: number
  readonly parent: Branch | null
  readonly children: Branch[]
  /** The routes whose path ends here. */
  readonly routes: RouteRow[]
  /** The number of routes in the branch and its descendants. */
  size: number
  /** The controller of all these routes; undefined if they have several. */
  controller: string | null | undefined
}

/** A visible branch with its position. */
export interface Placed {
  readonly branch: Branch
  /** The line of the branch, from 0. A branch shares its line with its first child. */
  readonly line: number
  /** The last line of its visible descendants. */
  readonly lastLine: number
}

/**
 * Returns the routes as a tree with one branch for each segment. All dynamic segments at one position share a branch,
 * because a request cannot tell them apart.
 */
export function treeOf(rows: readonly RouteRow[], name: string): Branch {
  const root = branch('/', name, null)
  const branchesByKey = new Map<string, Branch>([['/', root]])
  for (const row of rows) {
    let at = root
    grow(at, row)
    for (const segment of segmentsOf(row.path)) {
      const isParam = /^:\w+$/.test(segment)
      const key = `${at.key}${isParam ? ':' : segment}/`
      let next = branchesByKey.get(key)
      if (next === undefined) {
        next = branch(key, segment, at)
        branchesByKey.set(key, next)
        at.children.push(next)
      } else if (!next.labels.includes(segment)) next.labels.push(segment)
      at = next
      grow(at, row)
    }
    at.routes.push(row)
  }
  return root
}

function branch(key: string, label: string, parent: Branch | null): Branch {
  const depth = parent === null ? 0 : parent.depth + 1
  return { key, labels: [label], depth, parent, children: [], routes: [], size: 0, controller: undefined }
}

function grow(at: Branch, { controller }: RouteRow): void {
  if (at.size === 0) at.controller = controller
  else if (at.controller !== controller) at.controller = undefined
  at.size += 1
}

/** Splits a path at its slashes, except for slashes in optional groups: `archive`, `:year(/:month)`. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  let [depth, segment] = [0, '']
  for (const character of path) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '/' && depth === 0) {
      if (segment !== '') segments.push(segment)
      segment = ''
    } else segment += character
  }
  if (segment !== '') segments.push(segment)
  return segments
}

/**
 * Assigns lines to the visible branches. A branch is on the line of its first child, so that the track to the first child
 * goes straight on and the tracks to the other children diverge from it.
 *
 * @returns the branches in the order of lines, parents before their children
 */
export function placed(root: Branch, isOpen: (branch: Branch) => boolean): { stops: readonly Placed[]; lines: number } {
  const stops: { branch: Branch; line: number; lastLine: number }[] = []
  let line = 0
  // An explicit stack instead of recursion: a path may have thousands of segments.
  const stack: { readonly at: { branch: Branch; line: number; lastLine: number }; next: number }[] = []
  const enter = (branch: Branch) => {
    const at = { branch, line, lastLine: line }
    stops.push(at)
    stack.push({ at, next: 0 })
  }
  enter(root)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { branch } = top.at
    const child = isOpen(branch) ? branch.children[top.next] : undefined
    if (child !== undefined) {
      top.next += 1
      enter(child)
      continue
    }
    if (top.next === 0) line += 1
    top.at.lastLine = line - 1
    stack.pop()
  }
  return { stops, lines: line }
}
