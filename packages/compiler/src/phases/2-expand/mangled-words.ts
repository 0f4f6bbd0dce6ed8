/**
 * Correct singulars of English words for which ActiveSupport's rules return a wrong singular. These are lists, because no
 * rule could distinguish `bonus` from `menus`, or `caches` from `watches`.
 */
const RIGHT = new Map<string, string>()

/** Words that end in s in the singular: `canvas` -> `canva`, `canvases` -> `canvase`. */
for (const word of words(`
  abacus apparatus arthritis asparagus atlas aws bias bonus bus cactus callus campus canvas caucus census chaos chorus
  christmas circus citrus cms colossus compass consensus corpus corps cosmos crocus dns esophagus ethos exodus fetus
  focus fungus gallows gas genius gps hiatus ibis ios iris isthmus kudos lens locus lotus metropolis minus modulus mucus
  nexus nucleus oasis octopus opus pancreas pelvis platypus plus pos prospectus radius rhinoceros sms sinus sos status
  stimulus surplus syllabus tennis terminus tetanus thermos thesaurus tls torus typhus uterus virus vms walrus
`)) {
  RIGHT.set(word, word)
  RIGHT.set(`${word}es`, word)
}

/** Words without a singular, and words with a singular of another meaning: `analytics` -> `analytic`. */
for (const word of words(`
  analytics athletics barracks clothes economics genetics gymnastics headquarters linguistics mathematics physics pliers
  politics robotics scissors trousers
`)) {
  RIGHT.set(word, word)
}

/** Words that end in e, from which the rules remove too much: `caches` -> `cach`, `cookies` -> `cooky`. */
for (const word of words(`
  ache avalanche brioche cache headache microfiche mustache niche pastiche psyche quiche toothache
  birdie bookie brownie calorie collie cookie coterie die foodie genie goalie hippie hoodie junkie lie magpie menagerie
  necktie newbie pie pixie prairie rookie selfie smoothie sortie techie tie veggie walkie zombie
`)) {
  RIGHT.set(`${word}s`, word)
}

/** Greek and Latin plurals that the rules do not support. */
for (const pair of words(`
  appendices:appendix codices:codex criteria:criterion oases:oasis emphases:emphasis neuroses:neurosis nemeses:nemesis
  paralyses:paralysis dialyses:dialysis psychoses:psychosis metamorphoses:metamorphosis
`)) {
  const [plural, singular] = pair.split(':') as [string, string]
  RIGHT.set(plural, singular)
}

/** Words in -ves with a correct singular in f or fe. The rules return such a singular for all others too: `curves` -> `curf`. */
const FROM_F = new Set(
  words(`
  afterlives beeves calves dwarves elves halves hooves housewives jackknives knives leaves lives loaves midwives penknives
  scarves selves sheaves shelves thieves turves wharves wives wolves
`),
)

function words(text: string): string[] {
  return text.match(/\S+/g)!
}

/**
 * Checks whether a singular is certainly wrong.
 *
 * @param plural the last word of a name, in lower case: `caches` of `photo_caches`
 * @param singular the singular by the rules
 * @param back the plural that the rules return for `singular`
 * @returns the correct singular; undefined if the singular is wrong but the correct one is unknown; null if it is correct
 */
export function rightSingular(plural: string, singular: string, back: string): string | undefined | null {
  if (plural === singular) return null
  const right = RIGHT.get(plural)
  if (right !== undefined) return right === singular ? null : right
  if (plural.endsWith('ves') && /fe?$/.test(singular)) {
    // The rules treat `leaves` like `knives`: `leafe`.
    const isCorrect = FROM_F.has(plural) && (!singular.endsWith('fe') || /(?:li|kni|wi)fe$/.test(singular))
    return isCorrect ? null : FROM_F.has(plural) ? singular.slice(0, -1) : `${plural.slice(0, -1)}`
  }
  // `fishes` -> `fish` is correct, although the plural of `fish` is `fish`. So is `heroes` -> `hero`.
  return back === plural || plural === `${singular}s` || plural === `${singular}es` ? null : undefined
}
