import { markup, type Html } from './html.ts'
import { tokensOf } from './tokens.ts'

/** Comments, strings, keywords, numbers, and names before a parenthesis. A string that does not end in the line has no colour. */
const TOKEN =
  /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*(?:\s.*|\/)?$|<!--.*?(?:-->|$))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*(?:`|$))|(?<![\w$.])(?<keyword>as|async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|satisfies|super|switch|this|throw|true|try|type|typeof|undefined|var|void|while|yield)(?![\w$])|(?<![\w$])(?<number>\d[\w.]*)|(?<call>[A-Za-z_$][\w$]*)(?=\()/g

/**
 * Colours a line of JavaScript, TypeScript or a template. It is no parser: a line of a code frame has no context, so the
 * middle of a comment or a string with several lines is coloured as code.
 */
export function highlight(line: string): Html[] {
  return tokensOf(line, TOKEN).map(({ kind, text }) =>
    kind === '' ? markup`${text}` : markup`<span class="${kind}">${text}</span>`,
  )
}
