import type { PageEditor } from '../src/page-data.ts'
import { addressOf } from './address.ts'
import { count, h, type Child } from './dom.ts'
import { patternText, placeOf, verbBadges } from './parts.ts'
import type { Branch } from './tree-layout.ts'

/** The largest number of routes in the details of a branch. */
const LISTED = 40

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
      ...branch.routes
        .slice(0, LISTED)
        .map((row) =>
          h(
            'li',
            {},
            verbBadges(row.verbs),
            ' ',
            h('span.mono', {}, row.endpoint),
            ' ',
            placeOf(row.route.location, editor),
          ),
        ),
      branch.routes.length > LISTED && h('li.hint', {}, `and ${branch.routes.length - LISTED} more`),
    ),
  ]
}

function pathOf(branch: Branch): string {
  const labels: string[] = []
  for (let at: Branch | null = branch; at?.parent != null; at = at.parent) labels.unshift(at.labels[0]!)
  return `/${labels.join('/')}`
}
