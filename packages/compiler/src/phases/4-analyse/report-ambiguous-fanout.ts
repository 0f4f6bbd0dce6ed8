import type { Diagnostics } from '@turnout/diagnostics'
import type { ManifestRoute } from '@turnout/manifest'
import type { Key } from '@turnout/patterns'
import type { PathSet, PathSets } from './path-set.ts'

/** A request may have this many branches of the table open at once. Each costs well under a microsecond. */
const MAX_BRANCHES = 256

/** Patterns of more segments than this are not followed further. */
const MAX_DEPTH = 64

interface Branch {
  /** Null if no segment follows yet. */
  next: Map<Key, Branch> | null
  readonly first: ManifestRoute
}

/**
 * Reports a table in which a request follows very many branches, because literals and params alternate level by level.
 * The check builds such a request: in each segment, it takes the string that keeps the most branches open. The reported
 * number is true of that request. Other requests may be worse.
 */
export function reportAmbiguousFanout(pathSets: PathSets, diagnostics: Diagnostics): void {
  const [firstPathSet] = pathSets.values()
  if (firstPathSet === undefined) return
  const root: Branch = { next: null, first: firstPathSet.firstRoute }
  for (const pathSet of new Set(pathSets.values())) file(pathSet, root)
  let open: Branch[] = [root]
  let path = ''
  let maxBranches = 0
  let worst: ManifestRoute | null = null
  for (let depth = 0; depth < MAX_DEPTH && open.length > 0; depth += 1) {
    const text = mostCommon(open)
    open = open.flatMap(({ next }) =>
      [...(next ?? [])].flatMap(([key, branch]) => (typeof key === 'symbol' || key === text ? [branch] : [])),
    )
    if (open.length === 0) break
    path += `/${text ?? 'x'}`
    if (open.length > maxBranches) {
      maxBranches = open.length
      worst = open[0]!.first
    }
    if (open.length > MAX_OPEN) break
  }
  if (worst === null || maxBranches <= MAX_BRANCHES) return
  const { location } = worst
  diagnostics.report(
    'ambiguous-fanout',
    { path, branches: maxBranches > MAX_OPEN ? `more than ${MAX_OPEN}` : `${maxBranches}` },
    () => location,
  )
}

/** The search stops at this number of branches, because more would only cost time. */
const MAX_OPEN = 10_000

function file(pathSet: PathSet, root: Branch): void {
  for (const keys of pathSet.keys) {
    let branch = root
    for (const key of keys) {
      const branches = (branch.next ??= new Map<Key, Branch>())
      let next = branches.get(key)
      if (next === undefined) branches.set(key, (next = { next: null, first: pathSet.firstRoute }))
      branch = next
    }
  }
}

/** Returns the most frequent next literal of the branches; null if no branch continues with a literal. */
function mostCommon(open: readonly Branch[]): string | null {
  const counts = new Map<string, number>()
  let best: string | null = null
  for (const { next } of open) {
    for (const key of next?.keys() ?? []) {
      if (typeof key !== 'string') continue
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (best === null || count > counts.get(best)!) best = key
    }
  }
  return best
}
