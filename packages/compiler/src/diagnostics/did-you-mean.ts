/**
 * ` Did you mean \`only\`?`, to stand behind a sentence; empty where there is no guess.
 *
 * @param guess what `nearest` found
 */
export function didYouMean(guess: string | null): string {
  return guess === null ? '' : ` Did you mean \`${guess}\`?`
}
