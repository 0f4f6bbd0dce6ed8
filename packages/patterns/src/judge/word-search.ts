import { hasChar, NO_CHARS, type CharSet } from '../regexp/char-set.ts'

/** A tuple of automaton states that a breadth-first search has reached, and its predecessor. */
export interface SearchStep<States> {
  readonly states: States
  readonly from: SearchStep<States> | null
  /** The step reads any one of these characters. */
  readonly chars: CharSet
}

const PREFERRED = 'a0-_.A1bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789'

/** Returns a character of the set that is easy to read. The set must have a character that requests can contain. */
export function pick(set: CharSet): string {
  for (const character of PREFERRED) if (hasChar(set, character.charCodeAt(0))) return character
  for (let code = 0x20; code < 0x7f; code += 1) if (hasChar(set, code)) return String.fromCharCode(code)
  return '\u00e9'
}

/** Returns the first step of the search that reached this step. */
export function origin<States>(step: SearchStep<States>): SearchStep<States> {
  let start = step
  while (start.from !== null) start = start.from
  return start
}

/** Returns the word that the steps read, from the first one to this one. */
export function wordOf(step: SearchStep<unknown>): string {
  let word = ''
  for (let at: SearchStep<unknown> = step; at.from !== null; at = at.from) word = pick(at.chars) + word
  return word
}

/**
 * Returns a shortest word from some states to other states. The other states must be reachable.
 *
 * @param stepsFrom returns the steps from a tuple of states; their `from` is ignored
 */
export function wordBetween<States extends readonly number[]>(
  from: States,
  to: States,
  stepsFrom: (states: States) => readonly SearchStep<States>[],
): string {
  const targetKey = to.join()
  if (from.join() === targetKey) return ''
  const visited = new Set([from.join()])
  const queue: SearchStep<States>[] = [{ states: from, from: null, chars: NO_CHARS }]
  for (let at = 0; at < queue.length; at += 1) {
    const current = queue[at]!
    for (const { states, chars } of stepsFrom(current.states)) {
      const key = states.join()
      if (visited.has(key)) continue
      const step = { states, from: current, chars }
      if (key === targetKey) return wordOf(step)
      visited.add(key)
      queue.push(step)
    }
  }
  return ''
}
