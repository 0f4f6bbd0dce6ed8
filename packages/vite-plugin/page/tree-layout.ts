import type { RouteRow } from './model.ts'

/** A branch of the picture: what paths have between two slashes. */
export interface Branch {
  /** Different from that of all others, and the same after a change of the table. */
  readonly key: string
  /** `photos`, `:id`; where params of several names stand at one place, all of them. */
  readonly labels: string[]
  readonly depth: number
  readonly parent: Branch | null
  readonly children: Branch[]
  /** The routes whose path ends here. */
  readonly routes: RouteRow[]
  /** How many routes there are from here on. */
  size: number
  /** The controller of all routes from here on; undefined where they have several. */
  controller: string | null | undefined
}

/** A branch that is shown, with its place. */
export interface Placed {
  readonly branch: Branch
  /** The line that it stands on, from 0: its own, or that of its first child. */
  readonly line: number
  /** The last line of what it holds. */
  readonly lastLine: number
}

/** The routes as a tree: one branch for each segment. Params stand for one another, as they do for a request. */
export function treeOf(rows: readonly RouteRow[], name: string): Branch {
  const root = branch('/', name, null)
  const known = new Map<string, Branch>([['/', root]])
  for (const row of rows) {
    let at = root
    grow(at, row)
    for (const segment of segmentsOf(row.path)) {
      const isParam = /^:\w+$/.test(segment)
      const key = `${at.key}${isParam ? ':' : segment}/`
      let next = known.get(key)
      if (next === undefined) {
        next = branch(key, segment, at)
        known.set(key, next)
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

/** The parts between slashes; a group with a slash in it stays whole: `archive`, `:year(/:month)`. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  let [depth, text] = [0, '']
  for (const character of path) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '/' && depth === 0) {
      if (text !== '') segments.push(text)
      text = ''
    } else text += character
  }
  if (text !== '') segments.push(text)
  return segments
}

/**
 * Places what is open. A branch stands on the line of its first child, so that the first way goes straight on and the
 * others part from it, as tracks do.
 *
 * @returns in the order of lines, each branch before its children
 */
export function placed(root: Branch, isOpen: (branch: Branch) => boolean): { all: readonly Placed[]; lines: number } {
  const all: { branch: Branch; line: number; lastLine: number }[] = []
  let line = 0
  // A stack of its own: a path may have thousands of segments.
  const stack: { readonly at: { branch: Branch; line: number; lastLine: number }; next: number }[] = []
  const enter = (branch: Branch) => {
    const at = { branch, line, lastLine: line }
    all.push(at)
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
  return { all, lines: line }
}
