/**
 * Returns the candidate of which `word` is most likely a misspelling; null if no candidate is similar. A third of the
 * characters may differ. Ignores case. The first of equally similar candidates wins.
 *
 *     'onyl', ['only', 'except'] -> 'only'
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const lowerWord = word.toLowerCase()
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | null = null
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    const distance = editDistance(lowerWord, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment):
 * `'onyl'`, `'only'` -> 1.
 *
 * @returns Infinity if there are more than `limit`, which takes less time to find out
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  const width = b.length + 1
  let beforePrevious = new Uint32Array(width)
  let previous = new Uint32Array(width).map((_, index) => index)
  let row = new Uint32Array(width)
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1)
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    // A swap continues from the row before the previous one, and adds one edit. So the distance can still be one less
    // than the least cost of this row.
    if (least > limit + 1) return Infinity
    ;[beforePrevious, previous, row] = [previous, row, beforePrevious]
  }
  const distance = previous[b.length]!
  return distance > limit ? Infinity : distance
}

/**
 * Returns ` Did you mean \`only\`?`, to append to a sentence; empty without a suggestion.
 *
 * @param suggestion the result of `nearest`
 */
export function didYouMean(suggestion: string | null): string {
  return suggestion === null ? '' : ` Did you mean \`${suggestion}\`?`
}
