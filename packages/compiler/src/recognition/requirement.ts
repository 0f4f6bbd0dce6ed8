import type { RegExpSource } from '../manifest.ts'

/** The facts that are computed about one requirement, by the function that computes each. */
type Requirement = Map<object, unknown>

/** Requirements by their object. They live as long as the manifests that contain them. */
const requirements = new WeakMap<RegExpSource, Requirement>()

/** Recent requirements by flags and source, because most objects of a table are equal to another. */
const recentRequirements = new Map<string, Requirement>()

/** A dev server sees many requirements. */
const MAX_RECENT = 1000

/**
 * Makes a function of a requirement that computes its result once, on the first call for that requirement. Each module of
 * this folder adds the facts that it knows: the tree, the automaton, the scanner, a sample.
 *
 * @param compute depends on source and flags only. If it throws, the next call computes again
 */
export function fact<Value>(compute: (requirement: RegExpSource) => Value): (requirement: RegExpSource) => Value {
  return (source) => {
    const requirement = requirementOf(source)
    if (!requirement.has(compute)) requirement.set(compute, compute(source))
    return requirement.get(compute) as Value
  }
}

function requirementOf(source: RegExpSource): Requirement {
  let requirement = requirements.get(source)
  if (requirement !== undefined) return requirement
  const key = `${source.flags}/${source.source}`
  requirement = recentRequirements.get(key)
  if (requirement === undefined) {
    if (recentRequirements.size >= MAX_RECENT) recentRequirements.clear()
    recentRequirements.set(key, (requirement = new Map()))
  }
  requirements.set(source, requirement)
  return requirement
}
