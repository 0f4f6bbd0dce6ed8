/** The numbers of equal items at the start of two lists, and of further equal items at their end. */
interface UnchangedEnds {
  readonly start: number
  readonly end: number
}

/** Compares two lists from both ends. An edit changes few neighbouring items, so only those between the ends are searched. */
export function unchangedEnds(before: readonly string[], after: readonly string[]): UnchangedEnds {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { start, end }
}
