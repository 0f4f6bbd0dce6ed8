import type { PageEditor } from '../src/inspector/page-data.ts'
import { addressOf } from './address.ts'
import { count, h, type Child } from './dom.ts'
import { patternText, placeOf, verbBadges } from './parts.ts'
import type { Branch } from './tree-layout.ts'

/** So many routes of a branch are listed beside the picture. */
const LISTED = 40

/** What is said of a branch beside the tree: how many routes it holds, and those that end there. */
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
