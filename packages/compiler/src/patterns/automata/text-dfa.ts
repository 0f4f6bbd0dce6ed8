// Converts an expression, lookarounds included, to the deterministic automaton of the strings that it matches.
import { fact } from '../facts.ts'
import { NO_CHARS, type CharSet } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { TextPositions, type Position } from './text-positions.ts'
import { TooManyStates, withinLimit } from './too-many-states.ts'

/**
 * The strings that a regular expression matches completely, as a minimal deterministic automaton over the characters of
 * canonical paths. State 0 is the start. An accepting state can be reached from every state, except from the start if nothing matches.
 */
export interface TextDfa {
  /** For each state, the next states with the characters that enter them. */
  readonly next: readonly ReadonlyMap<number, CharSet>[]
  readonly accepting: readonly boolean[]
}

/**
 * Returns the automaton of all strings for which `new RegExp('^(?:source)$', flags).test(string)` is true. Assertions
 * see the ends of the string and nothing beyond. Returns null if the automaton would be too large.
 */
export const textDfaOf = fact((requirement): TextDfa | null =>
  withinLimit(() => minimise(determine(new TextPositions(treeOf(requirement))))),
)

// The algorithm examines strings from both ends, because an assertion may depend on either.
//
// 1. From the end to the start (`TextPositions`): `canFinish` of a position marks the states of the expression from which
// its end can be reached. It follows from `canFinish` of the next position and the character in between, so the number of
// positions is finite. Lookaheads are part of it.
// 2. From the start to the end (`determine`): the reached states of lookbehinds are tracked.
//
// It also depends on the characters before the position: whether there is one, whether it is a word character, and whether a
// lookbehind matches. Step 1 guesses these facts, and each guess is a position of its own. Step 2 discards wrong guesses.

/** A deterministic automaton that is not yet minimal. */
interface Table {
  readonly charClasses: readonly CharSet[]
  /** For each state and each class of characters the next state. */
  readonly next: readonly (readonly number[])[]
  readonly accepting: readonly boolean[]
}

const MAX_SUBSETS = 2000
const MAX_STEPS = 300_000

/** A position that the prefix of a string can have, with the reached states of lookbehinds. */
interface ReachedPosition {
  readonly position: Position
  readonly behind: ReadonlySet<number>
}

/** By a key that is equal for equal elements. */
type Subset = Map<string, ReachedPosition>

/** Subset construction from the start: a state is the set of all positions that the prefix can have. */
function determine(positions: TextPositions): Table {
  const allPositions = positions.all
  const numbers = new Map(allPositions.map((position, index) => [position, index]))
  const addTo = (subset: Subset, position: Position, previousStates: ReadonlySet<number>, charClass: number | null) => {
    const behind = positions.reachedBehinds(position, previousStates, charClass)
    if (behind === null) return
    const behindKey = [...behind].sort((a, b) => a - b).join(' ')
    subset.set(`${numbers.get(position)} ${behindKey}`, { position, behind })
  }

  const subsets: ReachedPosition[][] = []
  const indexBySubset = new Map<string, number>()
  const indexOf = (subset: Subset): number => {
    const key = [...subset.keys()].sort().join()
    const existingIndex = indexBySubset.get(key)
    if (existingIndex !== undefined) return existingIndex
    if (subsets.length >= MAX_SUBSETS) throw new TooManyStates()
    const index = subsets.push([...subset.values()]) - 1
    indexBySubset.set(key, index)
    return index
  }

  const startSubset: Subset = new Map()
  for (const position of allPositions) {
    if (positions.isStart(position)) addTo(startSubset, position, new Set(), null)
  }
  indexOf(startSubset)
  const next: number[][] = []
  let steps = 0
  // The list grows while the loop runs.
  for (const subset of subsets) {
    const row: number[] = []
    for (const charClass of positions.charClasses.keys()) {
      const nextSubset: Subset = new Map()
      for (const { position, behind } of subset) {
        steps += position.following[charClass]!.size
        if (steps > MAX_STEPS) throw new TooManyStates()
        for (const nextPosition of position.following[charClass]!) addTo(nextSubset, nextPosition, behind, charClass)
      }
      row.push(indexOf(nextSubset))
    }
    next.push(row)
  }
  const accepting = subsets.map((subset) => subset.some(({ position }) => position.neighbourAfter === 'none'))
  return { charClasses: positions.charClasses, next, accepting }
}

/** Merges states that accept the same strings (Moore 1956), and removes states that accept none. */
function minimise({ charClasses, next, accepting }: Table): TextDfa {
  const classes = classesOf(next, accepting)
  // The first state of each class represents it. The start is the first state overall.
  const representatives = new Map<number, number>()
  for (const [state, classNumber] of classes.entries()) {
    if (!representatives.has(classNumber)) representatives.set(classNumber, state)
  }
  const isDead = (classNumber: number): boolean => {
    const state = representatives.get(classNumber)!
    return !accepting[state] && next[state]!.every((target) => classes[target] === classNumber)
  }
  const liveClasses = [...representatives.keys()].filter(
    (classNumber) => classNumber === classes[0] || !isDead(classNumber),
  )
  const newNumbers = new Map(liveClasses.map((classNumber, index) => [classNumber, index]))
  return {
    accepting: liveClasses.map((classNumber) => accepting[representatives.get(classNumber)!]!),
    next: liveClasses.map((classNumber) => {
      const row = new Map<number, CharSet>()
      for (const [charClass, target] of next[representatives.get(classNumber)!]!.entries()) {
        const index = newNumbers.get(classes[target]!)
        if (index === undefined || isDead(classes[target]!)) continue
        row.set(index, (row.get(index) ?? NO_CHARS) | charClasses[charClass]!)
      }
      return row
    }),
  }
}

/** Returns a number for each state. States with the same number accept the same strings. */
function classesOf(next: Table['next'], accepting: Table['accepting']): readonly number[] {
  let classes = accepting.map(Number)
  let classCount = 0
  for (;;) {
    const numbers = new Map<string, number>()
    const refined = next.map((row, state) => {
      const key = [classes[state], ...row.map((target) => classes[target])].join()
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      return number
    })
    classes = refined
    if (numbers.size === classCount) return classes
    classCount = numbers.size
  }
}
