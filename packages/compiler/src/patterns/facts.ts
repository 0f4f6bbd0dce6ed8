import { getOrCreate } from '../collections.ts'
import type { RegExpSource } from './requirement.ts'

/** The facts that are computed about one requirement, by the function that computes each. */
type Facts = Map<object, unknown>

/** Facts by the object of their requirement. They live as long as the manifests that contain it. */
const factsByRequirement = new WeakMap<RegExpSource, Facts>()

/** Facts of recent requirements by flags and source, because most objects of a table are equal to another. */
const recentFacts = new Map<string, Facts>()

/** Facts are forgotten beyond this number, because a dev server compiles many requirements. */
const MAX_RECENT = 1000

/**
 * Makes a function of a requirement that computes its result once, on the first call for that requirement. Each module of
 * this package adds the facts that it knows: the tree, the automaton, the scanner, a sample.
 *
 * @param compute depends on source and flags only. If it throws, the next call computes again
 */
export function fact<Value>(compute: (requirement: RegExpSource) => Value): (requirement: RegExpSource) => Value {
  return (source) => {
    const facts = factsOf(source)
    if (!facts.has(compute)) facts.set(compute, compute(source))
    return facts.get(compute) as Value
  }
}

function factsOf(source: RegExpSource): Facts {
  return getOrCreate(factsByRequirement, source, () => {
    if (recentFacts.size >= MAX_RECENT) recentFacts.clear()
    return getOrCreate(recentFacts, `${source.flags}/${source.source}`, (): Facts => new Map())
  })
}
