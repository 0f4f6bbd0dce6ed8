// The view of the changes between two tables, and of the changes that break clients.
import type { RequestBreak } from '@turnout/compiler/internal/manifest/diff'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import {
  describeBreak,
  describeChanges,
  describeHelper,
  summaryOf,
} from '@turnout/compiler/internal/manifest/print/difference'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { MatchLink, Pattern, Verbs, type View } from './parts.tsx'
import { model } from './source.ts'

export const changesView: View = {
  id: 'changes',
  title: 'Changes',
  about: 'The differences from the first table since the start of the dev server, and the changes that break clients.',
  isFor: ({ data }) => data.diff !== null,
  count({ data: { diff } }) {
    if (diff === null) return null
    const size = diff.removed.length + diff.changed.length + diff.added.length
    return diff.breaking ? [size, 'error'] : [size]
  },
  Content() {
    const diff = model.value!.data.diff!
    const changed = diff.changed.map(({ before, after, fields, breaks }) => {
      return { route: after, notes: describeChanges(before, after, fields), breaks }
    })
    return (
      <section class="sheet" aria-label="Changes" tabIndex={0}>
        <p class={`note ${diff.breaking ? 'error' : ''}`}>{Object.values(summaryOf(diff)).join(' ')}</p>
        {diff.helpers.length > 0 && <h2>Helpers that break ({diff.helpers.length})</h2>}
        {diff.helpers.map((each) => (
          <p class="card error mono">{describeHelper(each)}</p>
        ))}
        <Changes kind="removed" sign="−" of={diff.removed} />
        <Changes kind="changed" sign="~" of={changed} />
        <Changes kind="added" sign="+" of={diff.added.map((route) => ({ route }))} />
      </section>
    )
  },
}

interface Change {
  readonly route: ManifestRoute
  readonly notes?: readonly string[]
  readonly breaks?: readonly RequestBreak[]
}

function Changes({ kind, sign, of: changes }: { kind: string; sign: string; of: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <>
      <h2>
        Routes {kind} ({changes.length})
      </h2>
      {changes.map(({ route, notes = [], breaks = [] }) => (
        <article class={`card ${kind}`}>
          {sign} <Verbs of={route.verbs} /> <Pattern of={route.pattern.replace(/\(\.:format\)$/, '')} />{' '}
          <small class="mono">{describeEndpoint(route)}</small>
          {notes.map((note) => (
            <p class="mono soft">{note.replaceAll(' -> ', ' → ')}</p>
          ))}
          {breaks.map((each) => (
            <p>
              <strong>Breaks</strong> {describeBreak(each)} {'path' in each && <MatchLink {...matchOf(each)} />}
            </p>
          ))}
        </article>
      ))}
    </>
  )
}

/** Returns the request that breaks, for a link to its match in the current table. */
function matchOf({ methods, path, request }: Extract<RequestBreak, { path: string }>) {
  const port = request?.port === undefined ? '' : `:${request.port}`
  const host = request?.host === undefined ? null : request.host + port
  return { verb: methods[0] ?? 'GET', path, host, ip: request?.ip }
}
