/**
 * Returns ` Did you mean \`only\`?`, to append to a sentence; empty without a suggestion.
 *
 * @param guess the result of `nearest`
 */
export function didYouMean(guess: string | null): string {
  return guess === null ? '' : ` Did you mean \`${guess}\`?`
}
