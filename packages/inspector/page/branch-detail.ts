import type { PageEditor } from '../src/page-data.ts'
import { addressOf } from './address.ts'
import { count, h, type Child } from './dom.ts'
import { patternText, placeOf, verbBadges } from './parts.ts'
import type { Branch } from './tree-layout.ts'

/** The largest number of routes in the details of a branch. */
const MAX_LISTED = 40

/** Returns the details of a branch, shown next to the tree: its number of routes, and the routes that end there. */
export function branchDetail(branch: Branch, editor: PageEditor | null): Child[] {
  const path = pathOf(branch)
  return [
    h('h2.section', {}, patternText(path)),
    h(
      'p.hint',
      {},
      `${count(branch.size, 'route')} from here on, ${branch.routes.length} that end here. `,
      h('a', { href: addressOf('routes', { q: path.replace(/^\/$/, '') }) }, 'Show in the table'),
    ),
    h(
      'ul.ends',
      {},
      ...branch.routes.slice(0, MAX_LISTED).map((row) => routeItem(row, editor)),
      branch.routes.length > MAX_LISTED && h('li.hint', {}, `and ${branch.routes.length - MAX_LISTED} more`),
    ),
  ]
}

function routeItem(row: Branch['routes'][number], editor: PageEditor | null): Child {
  const location = placeOf(row.route.location, editor)
  return h('li', {}, verbBadges(row.verbs), ' ', h('span.mono', {}, row.endpoint), ' ', location)
}

/** Returns the path of a branch, with the first label of each branch above it: `/photos/:id`. The root is `/`. */
function pathOf(branch: Branch): string {
  const labels: string[] = []
  let current = branch
  while (current.parent !== null) {
    labels.unshift(current.labels[0]!)
    current = current.parent
  }
  return `/${labels.join('/')}`
}
