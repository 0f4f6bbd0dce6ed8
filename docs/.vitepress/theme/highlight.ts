// Divides a line of TypeScript into tokens for colours. It is not a parser: a wrong colour is the worst that can happen.

export type Token = readonly [text: string, kind: 'comment' | 'string' | 'keyword' | 'call' | '']

const TOKEN =
  /(?<comment>\/\/.*)|(?<string>'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|`(?:\\.|[^`\\])*`?|(?<=[(,:=]\s*)\/(?![/*])(?:\\.|[^/\\])+\/[a-z]*)|(?<keyword>\b(?:import|from|export|default|const|let|function|return|true|false|null|async|await|if|else|for|of|new)\b)|(?<call>[A-Za-z_$][\w$]*(?=\())/g

/** A longer line has no colours. */
const MAX_LINE = 1000

export function tokensOf(line: string): readonly Token[] {
  if (line.length > MAX_LINE) return [[line, '']]
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(TOKEN)) {
    if (match.index > end) tokens.push([line.slice(end, match.index), ''])
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!
    tokens.push([match[0], kind as Token[1]])
    end = match.index + match[0].length
  }
  if (end < line.length) tokens.push([line.slice(end), ''])
  return tokens
}
