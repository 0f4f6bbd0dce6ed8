/** The id that a path names; 0, which no row has, where it is not a number of ours. */
export function idFrom(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}
