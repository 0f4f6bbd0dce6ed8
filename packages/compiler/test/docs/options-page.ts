import { dslOptions, optionOf, type Inheritance, type OptionName, type CallKind } from '../../src/dsl/option-table.ts'
import { docComments, HOVERS } from './doc-comments.ts'

const CALLS: Readonly<Record<CallKind, string>> = {
  scope: '`scope` `namespace`',
  resource: '`resources` `resource`',
  match: '`match`',
  verb: 'verbs',
  root: '`root`',
  mount: '`mount`',
}

const INHERITED: Readonly<Record<Inheritance, string>> = {
  join: 'appended to the outer path',
  'append _': 'appended to the outer value, with `_`',
  'append /': 'appended to the outer value, with `/`',
  merge: 'merged with the outer value',
  replace: 'replaces the outer value',
}

/** The text of `docs/options.md`, made from the table of options and the doc comments of their types. */
export function optionsPage(): string {
  const names = (Object.keys(dslOptions) as OptionName[]).sort()
  const docs = new Map(HOVERS.flatMap(docComments).map(({ name, text }) => [name, text]))
  return `# Options of route files

<!-- scripts/write-options.mjs generates this page from the table of options and the doc comments of their types. Edit those. -->

This page lists the options of the [methods](methods.md) of a route file. Pass options as an object before the block: \`r.resources('photos', { only: 'index' }, (photos) => { … })\`. An option of a scope or a resource also applies to the routes inside, as the last column shows.

The object can contain other keys, too:

- A regular expression is a requirement on the parameter with that name: \`{ id: /\\d+/ }\`.
- A string, a number or a boolean is a default parameter, as in Rails: \`{ code: 400 }\`. Turnout warns if the name is similar to the name of an option, or if the string looks like a regular expression. Write such a default in \`defaults\`.

| option | accepted by | inside the block |
| ------ | -------- | ----------------------------- |
${names.map(row).join('\n')}

${names.map((name) => `## ${name}\n\n${docs.get(name)!.trimEnd()}\n`).join('\n')}`
}

function row(name: OptionName): string {
  const { callKinds: takers, inherited } = optionOf(name)!
  const calls = takers.length === Object.keys(CALLS).length ? 'all' : takers.map((taker) => CALLS[taker]).join(' ')
  return `| [${name}](#${name.toLowerCase()}) | ${calls} | ${inherited === undefined ? '' : INHERITED[inherited]} |`
}
