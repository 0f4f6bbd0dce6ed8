import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { routeTable } from './route-table.ts'

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** The files whose doc comments editors show while someone writes routes. */
export const HOVERS = ['dsl.ts', 'dsl/blocks.ts', 'dsl/option-types.ts'].map(source)

/** A doc comment, and the name of what it is about. */
export interface DocComment {
  readonly name: string
  /** Without the stars; paragraphs are parted by empty lines. */
  readonly text: string
}

/** ` * ` examples in TypeScript, and the table of routes under each. */
const EXAMPLE = /( *)\* ```ts\n((?: *\*.*\n)*?) *\* ```\n(?: *\*\n *\* ```text\n(?: *\*.*\n)*? *\* ```\n)?/g

/** The text of a source with the routes of each example under it. */
export function withRouteTables(text: string): string {
  return text.replace(EXAMPLE, (_all, indent: string, lines: string) => {
    const code = unstarred(lines)
    const table = routeTable(code)
    const star = (each: readonly string[]) => each.map((line) => `${indent}* ${line}`.trimEnd()).join('\n')
    const example = star(['```ts', ...code.trimEnd().split('\n'), '```'])
    return `${table.length === 0 ? example : `${example}\n${star(['', '```text', ...table, '```'])}`}\n`
  })
}

/** The doc comments of the members and functions of a source. */
export function docComments(file: string): readonly DocComment[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/\/\*\*\n((?: *\*.*\n)*?) *\*\/\n *(?:export function |readonly )?'?(\w+)/g)].map(
    ([, lines, name]) => ({ name: name!, text: unstarred(lines!) }),
  )
}

function unstarred(lines: string): string {
  return lines.replace(/^ *\* ?/gm, '')
}
