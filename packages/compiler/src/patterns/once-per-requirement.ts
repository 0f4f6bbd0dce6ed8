// Functions of a requirement that compute their result once: `treeOf(/\d+/)` parses the expression on the first call only.
import { getOrCreate } from '../collections.ts'
import type { RegExpSource } from './requirement.ts'

/** The results for one requirement, by the function that computed each. */
type Results = Map<object, unknown>

/** The results by the object of the requirement. They live as long as the manifests that contain the object. */
const resultsByRequirement = new WeakMap<RegExpSource, Results>()

/** The results by flags and source, because most requirements of a table are equal to another one. */
const recentResults = new Map<string, Results>()

/** Beyond this number of requirements `recentResults` is cleared, because a dev server compiles many requirements. */
const MAX_RECENT = 1000

/**
 * Returns a function like `compute` that calls `compute` only once for each requirement, and for equal requirements.
 *
 * @param compute depends on source and flags only. If it throws, the next call computes again
 */
export function oncePerRequirement<Value>(
  compute: (requirement: RegExpSource) => Value,
): (requirement: RegExpSource) => Value {
  return (source) => {
    const results = resultsOf(source)
    if (!results.has(compute)) results.set(compute, compute(source))
    return results.get(compute) as Value
  }
}

function resultsOf(source: RegExpSource): Results {
  return getOrCreate(resultsByRequirement, source, () => {
    if (recentResults.size >= MAX_RECENT) recentResults.clear()
    return getOrCreate(recentResults, `${source.flags}/${source.source}`, (): Results => new Map())
  })
}
