/**
 * Returns ` Did you mean \`only\`?`, to append to a sentence; empty without a suggestion.
 *
 * @param suggestion the result of `nearest`
 */
export function didYouMean(suggestion: string | null): string {
  return suggestion === null ? '' : ` Did you mean \`${suggestion}\`?`
}
