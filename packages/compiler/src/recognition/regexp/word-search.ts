import { hasChar, NO_CHARS, type CharSet } from './char-set.ts'

/** A place of a search, breadth first, and how the search came to it. */
export interface Step<Place> {
  readonly place: Place
  readonly from: Step<Place> | null
  /** Any of these characters may have been taken. */
  readonly taken: CharSet
}

const PREFERRED = 'a0-_.A1bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789'

/** A character of the set that is easy to read; it has one of those that requests can hold. */
export function pick(set: CharSet): string {
  for (const character of PREFERRED) if (hasChar(set, character.charCodeAt(0))) return character
  for (let code = 0x20; code < 0x7f; code += 1) if (hasChar(set, code)) return String.fromCharCode(code)
  return '\u00e9'
}

export function origin<Place>(step: Step<Place>): Step<Place> {
  let first = step
  while (first.from !== null) first = first.from
  return first
}

export function wordOf(step: Step<unknown>): string {
  let word = ''
  for (let at: Step<unknown> = step; at.from !== null; at = at.from) word = pick(at.taken) + word
  return word
}

/** A shortest word from one place to another, which can be reached. */
export function wordBetween<Place extends readonly number[]>(
  from: Place,
  to: Place,
  stepsFrom: (place: Place) => readonly Step<Place>[],
): string {
  const wanted = to.join()
  if (from.join() === wanted) return ''
  const seen = new Set([from.join()])
  const queue: Step<Place>[] = [{ place: from, from: null, taken: NO_CHARS }]
  for (let at = 0; at < queue.length; at += 1) {
    const here = queue[at]!
    for (const { place, taken } of stepsFrom(here.place)) {
      const key = place.join()
      if (seen.has(key)) continue
      const step = { place, from: here, taken }
      if (key === wanted) return wordOf(step)
      seen.add(key)
      queue.push(step)
    }
  }
  return ''
}
