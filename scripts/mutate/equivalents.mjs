/**
 * Mutants that make no difference, by file: `in` is the piece of a line of the source in which the mutant begins, `to`
 * what stands there instead. `score.mjs` subtracts them, and complains of those that are no longer needed.
 */

const PHASE = 'packages/compiler/src/phases/2-expand/'

/** What a mutator writes in place of an empty text and of an empty list. */
const TEXT = '"Stryker was here!"'
const LIST = '["Stryker was here"]'

/** Values that stand where only the types cannot tell that there is one. */
const forTypes = {
  [`${PHASE}check-route.ts`]: [
    { in: "name = ''", to: [TEXT] },
    { in: "[start = '', authority = ''] = ", to: [TEXT] },
    { in: '?? []', to: [LIST] },
    { in: "typeof target === 'string'", to: ['true'] },
  ],
  [`${PHASE}check-path.ts`]: [{ in: 'last?.kind', to: ['last.kind'] }],
  [`${PHASE}check-size.ts`]: [{ in: "typeof part === 'string'", to: ['true'] }],
  [`${PHASE}check-writing.ts`]: [{ in: 'action !== null', to: ['true'] }],
  [`${PHASE}make-route.ts`]: [{ in: "[controller = '', action = '']", to: [TEXT] }],
  [`${PHASE}route-name.ts`]: [{ in: 'action !== null && !isCanonical', to: ['true'] }],
}

export const equivalents = merged(forTypes)

function merged(...lists) {
  const all = {}
  for (const list of lists) for (const [file, entries] of Object.entries(list)) (all[file] ??= []).push(...entries)
  return all
}
