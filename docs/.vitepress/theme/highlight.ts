// Divides a line of a route file into tokens for colours.
import { tokensOf, type Token } from '../../../packages/vite-plugin/src/dev-pages/tokens.ts'

const TOKEN =
  /(?<comment>\/\/.*)|(?<string>'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|`(?:\\.|[^`\\])*`?|(?<=[(,:=]\s*)\/(?![/*])(?:\\.|[^/\\])+\/[a-z]*)|(?<keyword>\b(?:import|from|export|default|const|let|function|return|true|false|null|async|await|if|else|for|of|new)\b)|(?<call>[A-Za-z_$][\w$]*(?=\())/g

/** A longer line has no colours. */
const MAX_LINE = 1000

export function highlight(line: string): readonly Token[] {
  return line.length > MAX_LINE ? [{ kind: '', text: line }] : tokensOf(line, TOKEN)
}
