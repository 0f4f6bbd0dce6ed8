import type { ChangedRoute, ManifestDiff, RequestBreak } from '../manifest/diff.ts'
import type { ManifestRoute } from '../manifest/manifest.ts'
import { describeBreak, describeChanges, describeHelper, summaryOf } from '../manifest/print/difference.ts'
import { describeEndpoint, describeRoute } from '../manifest/print/describe.ts'
import { limitLines } from './lines.ts'
import type { Style } from './style.ts'

/** Formats a difference: the removed, changed and added routes, each followed by the things that the change breaks. */
export function formatDiff(diff: ManifestDiff, style: Style): string {
  const { removed, changed, added, helpers } = diff
  const sections = [
    section(
      'Removed',
      removed.map(({ route, breaks }) => [formatRoute('red', '-', route), ...formatBreaks(breaks)]),
    ),
    section(
      'Changed',
      changed.map((change) => [...formatChange(change), ...formatBreaks(change.breaks)]),
    ),
    section(
      'Added',
      added.map((route) => [formatRoute('green', '+', route)]),
    ),
    section(
      'Helpers',
      helpers.map((change) => [`  ${markBreak(describeHelper(change))}`]),
    ),
  ].filter((text) => text !== null)
  const { what: counts, effect } = summaryOf(diff)
  const colouredEffect = style(diff.breaking ? 'red' : 'green', effect)
  return [...sections, `${counts} ${colouredEffect}`].join('\n\n')

  function section(title: string, entries: readonly (readonly string[])[]): string | null {
    return entries.length === 0
      ? null
      : [style('bold', `${title}:`), ...limitLines(entries.flat(), 'lines', '`--json` lists them all')].join('\n')
  }

  function formatRoute(color: 'red' | 'green' | 'yellow', mark: string, route: ManifestRoute): string {
    return style(color, `  ${mark} ${describeRoute(route)}  ${describeEndpoint(route)}`)
  }

  function formatChange({ before: oldRoute, after: newRoute, fields }: ChangedRoute): string[] {
    return [
      formatRoute('yellow', '~', newRoute),
      ...describeChanges(oldRoute, newRoute, fields).map((text) => `      ${text}`),
    ]
  }

  function formatBreaks(requestBreaks: readonly RequestBreak[]): string[] {
    return requestBreaks.map((requestBreak) => `    ${markBreak(describeBreak(requestBreak))}`)
  }

  function markBreak(text: string): string {
    return `${style('red', 'breaks')} ${text}`
  }
}
