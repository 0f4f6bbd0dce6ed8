import type { ChangedRoute, ManifestDiff, ManifestRoute, RequestBreak } from '@turnout/compiler'
import {
  describeEndpoint,
  describeRoute,
  describeBreak,
  describeChanges,
  describeHelper,
  summaryOf,
} from '@turnout/compiler/print'
import { limitLines } from '../problems/limits.ts'
import type { Style } from '../print/style.ts'

/** Formats a difference: the removed, changed and added routes, each followed by the things that the change breaks. */
export function formatDiff(diff: ManifestDiff, style: Style): string {
  const { removed, changed, added, helpers } = diff
  const sections = [
    section(
      'Removed',
      removed.map(({ route, breaks }) => [line('red', '-', route), ...broken(breaks)]),
    ),
    section(
      'Changed',
      changed.map((each) => [...changes(each), ...broken(each.breaks)]),
    ),
    section(
      'Added',
      added.map((route) => [line('green', '+', route)]),
    ),
    section(
      'Helpers',
      helpers.map((each) => [`  ${breaks(describeHelper(each))}`]),
    ),
  ].filter((text) => text !== null)
  const { what, effect } = summaryOf(diff)
  const shown = style(diff.breaking ? 'red' : 'green', effect)
  return [...sections, `${what} ${shown}`].join('\n\n')

  function section(title: string, entries: readonly (readonly string[])[]): string | null {
    return entries.length === 0
      ? null
      : [style('bold', `${title}:`), ...limitLines(entries.flat(), 'lines', '`--json` lists them all')].join('\n')
  }

  function line(color: 'red' | 'green' | 'yellow', mark: string, route: ManifestRoute): string {
    return style(color, `  ${mark} ${describeRoute(route)}  ${describeEndpoint(route)}`)
  }

  function changes({ before, after, fields }: ChangedRoute): string[] {
    return [line('yellow', '~', after), ...describeChanges(before, after, fields).map((text) => `      ${text}`)]
  }

  function broken(list: readonly RequestBreak[]): string[] {
    return list.map((each) => `    ${breaks(describeBreak(each))}`)
  }

  function breaks(text: string): string {
    return `${style('red', 'breaks')} ${text}`
  }
}
