// The view of the changes between two tables.
import type { HelperBreak, ManifestDiff, RequestBreak } from '@turnout/compiler/internal/manifest/diff'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import {
  describeBreak,
  describeChanges,
  describeHelper,
  summaryOf,
} from '@turnout/compiler/internal/manifest/print/difference'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { addressOf } from './address.ts'
import { fill, h } from './dom.ts'
import type { Model } from './model.ts'
import { empty, patternText, verbBadges } from './parts.ts'
import type { View } from './view.ts'

/**
 * Shows the changes from an older table, and which of them break clients: the table of `turnout diff --html`, or the first
 * table of a dev server.
 */
export class ChangesView implements View {
  readonly id = 'changes'
  readonly title = 'Changes'
  readonly about =
    'The differences from the older table, and the changes that break clients. In a dev server, the older table is the first one since its start.'
  readonly element = h('section.view.changes.sheet', { 'aria-label': 'Changes', tabindex: 0 })

  isFor({ data }: Model): boolean {
    return data.diff !== null
  }

  count({ data }: Model) {
    if (data.diff === null) return null
    const { removed, changed, added } = data.diff
    return {
      number: removed.length + changed.length + added.length,
      ...(data.diff.breaking && { tone: 'error' as const }),
    }
  }

  take({ data: { diff } }: Model): void {
    if (diff === null) return fill(this.element, empty('There is no comparison', 'This page shows only one table.'))
    fill(
      this.element,
      h(
        'p.outcome',
        { class: `outcome ${diff.breaking ? 'is-breaking' : ''}` },
        Object.values(summaryOf(diff)).join(' '),
      ),
      ...this.#sections(diff),
    )
  }

  #sections({ removed, changed, added, helpers }: ManifestDiff): HTMLElement[] {
    const section = (title: string, items: readonly HTMLElement[]) =>
      items.length === 0 ? [] : [h('h2.section', {}, `${title} (${items.length})`), h('ul.diff', {}, ...items)]
    return [
      ...section('Helpers that break', helpers.map(helperLine)),
      ...section(
        'Removed',
        removed.map(({ route, breaks }) => change('removed', route, { breaks })),
      ),
      ...section(
        'Changed',
        changed.map(({ before, after, fields, breaks }) =>
          change('changed', after, { notes: describeChanges(before, after, fields), breaks }),
        ),
      ),
      ...section(
        'Added',
        added.map((route) => change('added', route)),
      ),
    ]
  }
}

function helperLine(each: HelperBreak): HTMLElement {
  return h('li.change.is-breaking', {}, h('p.mono', {}, describeHelper(each)))
}

const SIGNS = { removed: '−', changed: '~', added: '+' } as const

function change(
  kind: keyof typeof SIGNS,
  route: ManifestRoute,
  { notes = [], breaks = [] }: { readonly notes?: readonly string[]; readonly breaks?: readonly RequestBreak[] } = {},
): HTMLElement {
  return h(
    'li.change',
    { class: `change is-${kind}` },
    h(
      'p.head-line',
      {},
      h('span.sign', { 'aria-label': kind, role: 'img' }, SIGNS[kind]),
      verbBadges(route.verbs),
      patternText(route.pattern.replace(/\(\.:format\)$/, '')),
      h('span.to', {}, describeEndpoint(route)),
    ),
    ...notes.map((note) => h('p.note', {}, note)),
    ...breaks.map((each) => h('p.broken', {}, h('strong', {}, 'Breaks '), describeBreak(each), ' ', ask(each))),
  )
}

/** Returns a link to the request in the current table. */
function ask(each: RequestBreak): HTMLElement | null {
  if (!('path' in each)) return null
  const { methods, path, request: attributes } = each
  const host =
    attributes?.host === undefined
      ? null
      : `${attributes.host}${attributes.port === undefined ? '' : `:${attributes.port}`}`
  return h('a', { href: addressOf('who', { verb: methods[0], path, host, ip: attributes?.ip }) }, 'Show the match')
}
