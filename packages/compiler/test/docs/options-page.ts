import { dslOptions, optionOf, type Inheritance, type OptionName, type Taker } from '../../src/dsl/option-table.ts'
import { docComments, HOVERS } from './doc-comments.ts'

const CALLS: Readonly<Record<Taker, string>> = {
  scope: '`scope` `namespace`',
  resource: '`resources` `resource`',
  match: '`match`',
  verb: 'verbs',
  root: '`root`',
  mount: '`mount`',
}

const INHERITED: Readonly<Record<Inheritance, string>> = {
  join: 'joined to the path around',
  'append _': 'put after the one around, with `_`',
  'append /': 'put after the one around, with `/`',
  merge: 'added to those around',
  replace: 'in place of the one around',
}

/** The text of `docs/options.md`, made from the table of options and the doc comments of their types. */
export function optionsPage(): string {
  const names = (Object.keys(dslOptions) as OptionName[]).sort()
  const docs = new Map(HOVERS.flatMap(docComments).map(({ name, text }) => [name, text]))
  return `# Options of the DSL

<!-- Written by scripts/write-options.mjs from the table of options and the doc comments of their types. Edit those. -->

An option stands in the object that a method takes before its block. Beside these, any key whose value is a regular expression is a requirement on the parameter of that name: \`{ id: /\\d+/ }\`. A text, a number or a boolean under any other name is a default parameter, as in Rails: \`{ code: 400 }\`. One whose name is near to that of an option, or whose text looks like a regular expression, gets a warning; say \`defaults\` for those.

| option | given to | handed down to what is inside |
| ------ | -------- | ----------------------------- |
${names.map(row).join('\n')}

${names.map((name) => `## ${name}\n\n${docs.get(name)!.trimEnd()}\n`).join('\n')}`
}

function row(name: OptionName): string {
  const { takers, inherited } = optionOf(name)!
  const calls = takers.length === Object.keys(CALLS).length ? 'all' : takers.map((taker) => CALLS[taker]).join(' ')
  return `| [${name}](#${name.toLowerCase()}) | ${calls} | ${inherited === undefined ? '' : INHERITED[inherited]} |`
}
