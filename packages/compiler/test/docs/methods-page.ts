import { compileRoutes } from '../../src/index.ts'
import { docComments, HOVERS } from './doc-comments.ts'

/** The methods of the DSL, in the order in which an editor offers them. */
function methods(): readonly string[] {
  let names: readonly string[] = []
  compileRoutes((r: object) => (names = Object.keys(r)))
  return names
}

/** The text of `docs/methods.md`, made from the doc comments that editors show. */
export function methodsPage(): string {
  const docs = new Map<string, string>()
  // The first comment of a method is that of its shortest form.
  for (const { name, text } of HOVERS.filter((file) => file.endsWith('blocks.ts')).flatMap(docComments)) {
    if (!docs.has(name)) docs.set(name, text)
  }
  const names = methods()
    .filter((name) => docs.has(name))
    .toSorted()
  return `# Methods of route files

<!-- scripts/write-options.mjs generates this page from the doc comments of the DSL's types. Edit those. -->

This page lists all methods of \`r\`, the parameter of a block, with an example and the routes that it declares. \`member\`, \`collection\`, \`new\` and \`nested\` exist only inside a resource. [Options](options.md) lists the options that the methods accept.

${names.map((name) => `[${name}](#${name.toLowerCase()})`).join(', ')}

${names.map((name) => `## ${name}\n\n${docs.get(name)!.trimEnd()}\n`).join('\n')}`
}
