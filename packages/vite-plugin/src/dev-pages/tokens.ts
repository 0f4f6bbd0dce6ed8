/** A part of a line of code. `kind` is the name of the group that matches it; empty between two matches. */
export interface Token {
  readonly kind: string
  readonly text: string
}

/**
 * Divides a line of code into tokens. It is no parser: a line has no context, so a wrong kind is the worst that can happen.
 *
 * @param pattern global, with a named group for each kind, of which exactly one matches
 */
export function tokensOf(line: string, pattern: RegExp): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: '', text: line.slice(end, match.index) })
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!
    tokens.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < line.length) tokens.push({ kind: '', text: line.slice(end) })
  return tokens
}
