// Decides whether an expression can be slow in an engine that backtracks.
import { AmbiguitySearch, SearchTooLong, type Ambiguity } from './ambiguity.ts'
import { PositionBuilder, type PositionAutomaton } from '../automata/position-automaton.ts'
import { fact } from '../facts.ts'
import { TooManyStates } from '../automata/too-many-states.ts'
import { readOn, stepsToFail } from './backtracking.ts'
import { hasChar, TEXT_CHARS } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, isBackreference, type RegExpTree } from '../regexp/syntax.ts'

/** How long a regular expression can take on a string that it does not match. */
export type Verdict =
  /** Proven: time at most proportional to the length of the string. */
  | { readonly kind: 'safe' }
  | {
      readonly kind: 'unsafe'
      readonly growth: 'exponential' | 'polynomial'
      /** A JavaScript expression for a string that proves it; the engine takes `steps` steps to reject that string. */
      readonly attack: string
      readonly steps: number
    }
  /** Neither proven safe nor shown to be unsafe. */
  | { readonly kind: 'unproven'; readonly reason: string }
  /** The expression has a back-reference, so it is not regular and cannot be judged. */
  | { readonly kind: 'backreference' }

/** Above this an automaton is not built. Chosen so that no judgement takes longer than a second or two. */
const MAX_STATES = 2000

/**
 * A repetition of at least this many rounds counts as endless if each round can be read in two ways:
 * 2 to the power of 12 readings are no longer cheap.
 */
const MANY_ROUNDS = 12

/** The minimum cost of an attack of fewer than a hundred characters. */
const MANY_STEPS = 100_000

/** The number of steps allowed per character, for ambiguity that does not grow with the string. */
const STEPS_PER_CHARACTER = 64

/** To read one character may follow all edges of an automaton. 2,000 states that can all be skipped have 2 million. */
const MAX_READ_EDGES = 10_000_000

const TOO_LARGE = 'it is too large to be examined'

/**
 * Judges a regular expression that must match a complete string, or that is followed by a mandatory part.
 *
 * The judgement does not measure time and uses no random numbers: the same expression always gets the same verdict.
 */
export const judgeRegExp = fact((requirement) => judge(treeOf(requirement)))

function judge(tree: RegExpTree): Verdict {
  if (contains(tree, isBackreference)) return { kind: 'backreference' }
  for (const look of looksOf(tree, false)) {
    const verdict = judge(look.tree)
    if (verdict.kind !== 'safe') return verdict
    if (look.repeats && contains(look.tree, isEndless)) {
      return { kind: 'unproven', reason: 'a lookaround without an end is tried again and again' }
    }
  }
  try {
    return judgeAutomata(tree)
  } catch (error) {
    if (error instanceof TooManyStates) return { kind: 'unproven', reason: TOO_LARGE }
    if (error instanceof SearchTooLong) return { kind: 'unproven', reason: 'it is too involved to be examined' }
    throw error
  }
}

function judgeAutomata(tree: RegExpTree): Verdict {
  const automaton = automatonOf(tree, Infinity)
  const search = new AmbiguitySearch(automaton)
  const exponential = search.exponential()
  if (exponential !== null) return unsafe('exponential', automaton, exponential)
  // Rounds that are counted have an end, but one too far away to matter.
  const looped = new AmbiguitySearch(automatonOf(tree, MANY_ROUNDS))
  for (const growth of ['exponential', 'polynomial'] as const) {
    const ambiguity = looped[growth]()
    const verdict = ambiguity === null ? null : unsafe(growth, automaton, ambiguity)
    if (verdict?.kind === 'unsafe') return verdict
  }
  const polynomial = search.polynomial()
  if (polynomial !== null) return unsafe('polynomial', automaton, polynomial)
  return withoutLoops(automaton)
}

function automatonOf(tree: RegExpTree, loopFrom: number): PositionAutomaton {
  const builder = new PositionBuilder(MAX_STATES, loopFrom)
  return builder.finish(builder.build(tree))
}

/** Finds high ambiguity without a loop, as in `(?:a?){30}a{30}`, by reading strings of one repeated character. */
function withoutLoops(automaton: PositionAutomaton): Verdict {
  const characters = new Set([...new Set(automaton.sets)].flatMap((set) => representative(set) ?? []))
  const suffixes = endings(automaton)
  const longest = Math.min(automaton.sets.length, 64)
  const edges = automaton.follow.reduce((sum, following) => sum + following.size, 0)
  const length = Math.min(longest, Math.max(8, Math.floor(MAX_READ_EDGES / edges)))
  for (const character of characters) {
    const reading = readOn(automaton, character.repeat(length))
    for (const end of suffixes) {
      const steps = stepsToFail(automaton, end, reading)
      if (steps !== null && steps > MANY_STEPS) {
        return { kind: 'unsafe', growth: 'exponential', attack: attackText('', character, length, end), steps }
      }
    }
  }
  return length === longest ? { kind: 'safe' } : { kind: 'unproven', reason: TOO_LARGE }
}

function unsafe(
  growth: 'exponential' | 'polynomial',
  automaton: PositionAutomaton,
  { prefix, pump }: Ambiguity,
): Verdict {
  // A polynomial may cost much with few repetitions too, if counted repetitions end its growth.
  const counts = growth === 'exponential' ? [16, 24, 32, 48, 64] : [Math.min(4000, roundsIn(prefix + pump, pump))]
  // The failing end may only work after a part of the pump.
  const parts = Array.from({ length: Math.min(pump.length, 16) }, (_, length) => pump.slice(0, length))
  const suffixes = parts.flatMap((part) => endings(automaton).map((end) => part + end))
  for (const times of counts) {
    const reading = readOn(automaton, prefix + pump.repeat(times))
    for (const end of suffixes) {
      const text = prefix + pump.repeat(times) + end
      const steps = stepsToFail(automaton, end, reading)
      if (steps === null) continue
      if (growth === 'exponential' ? steps > MANY_STEPS : steps > STEPS_PER_CHARACTER * text.length) {
        return { kind: 'unsafe', growth, ...lengthenAttack(automaton, { prefix, pump, end }, growth, times) }
      }
    }
  }
  return { kind: 'unproven', reason: 'it can read one text in many ways' }
}

/**
 * Repeats the pump of an attack until it takes seconds, or until it is as long as a path can be.
 *
 * @param times a number of repetitions for which the attack works
 */
function lengthenAttack(
  automaton: PositionAutomaton,
  { prefix, pump, end }: { readonly prefix: string; readonly pump: string; readonly end: string },
  growth: 'exponential' | 'polynomial',
  times: number,
): { attack: string; steps: number } {
  const longest = roundsIn(prefix + end, pump)
  let repeated = growth === 'exponential' ? times : Math.max(times, longest)
  for (;;) {
    const steps = stepsToFail(automaton, prefix + pump.repeat(repeated) + end) ?? 0
    if (steps >= SECONDS || repeated >= longest) return { attack: attackText(prefix, pump, repeated, end), steps }
    repeated = Math.min(longest, repeated * 2)
  }
}

/** Returns how often the pump can be repeated in an attack that also contains `otherParts`. */
function roundsIn(otherParts: string, pump: string): number {
  return Math.floor((LONGEST_ATTACK - otherParts.length) / pump.length)
}

/** Paths of more than 64 KiB are refused before they are matched. */
const LONGEST_ATTACK = 60_000

/** So many steps take V8 several seconds. */
const SECONDS = 1e10

/** Candidate ends that make a string fail: nothing, one character of each class, and a line feed. */
function endings(automaton: PositionAutomaton): readonly string[] {
  const kinds = new Map<string, string>()
  // Hundreds of states, as of `[a-z]{0,254}`, share a few sets.
  const sets = [...new Set(automaton.sets)]
  for (const character of ENDINGS) {
    const code = character.charCodeAt(0)
    const kind = sets.map((set) => (hasChar(set, code) ? '1' : '0')).join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return ['', ...kinds.values(), '\n']
}

/** Visible characters; those that look like the end of something come first. */
const ENDINGS = [...'!/@~-_.:;,=+*&%$#()[]<>{}|^`"\'\\ a0A1zZ9bcdefghijklmnopqrstuvwxyBCDEFGHIJKLMNOPQRSTUVWXY2345678?']

function attackText(prefix: string, pump: string, times: number, end: string): string {
  const parts = [`${quote(pump)}.repeat(${times})`]
  if (prefix !== '') parts.unshift(quote(prefix))
  if (end !== '') parts.push(quote(end))
  return parts.join(' + ')
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function representative(set: bigint): string | null {
  const visible = set & TEXT_CHARS
  for (let code = 0x7e; code >= 0x20; code -= 1) if (hasChar(visible, code)) return String.fromCharCode(code)
  return null
}

function isEndless(tree: RegExpTree): boolean {
  return tree.kind === 'repeat' && tree.max === Infinity
}

interface Look {
  readonly tree: RegExpTree
  /** True inside or after a loop: the engine then tries the lookaround at many positions of one string. */
  readonly repeats: boolean
}

function looksOf(tree: RegExpTree, repeats: boolean): Look[] {
  switch (tree.kind) {
    case 'look':
      return [{ tree: tree.item, repeats }]
    case 'repeat':
      return looksOf(tree.item, repeats || tree.max === Infinity)
    case 'choice':
      return tree.items.flatMap((child) => looksOf(child, repeats))
    case 'sequence': {
      let repeatsAfter = repeats
      return tree.items.flatMap((child) => {
        const looks = looksOf(child, repeatsAfter)
        repeatsAfter ||= contains(child, isEndless)
        return looks
      })
    }
    default:
      return []
  }
}
