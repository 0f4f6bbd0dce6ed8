import { messageOf as writeMessage } from '../../src/diagnostics/catalog.ts'
import { adapters } from '../../src/diagnostics/catalog/adapters.ts'
import { analyse } from '../../src/diagnostics/catalog/analyse.ts'
import { declarations } from '../../src/diagnostics/catalog/declarations.ts'
import { evaluate } from '../../src/diagnostics/catalog/evaluate.ts'
import { files } from '../../src/diagnostics/catalog/files.ts'
import { freeze } from '../../src/diagnostics/catalog/freeze.ts'
import { links } from '../../src/diagnostics/catalog/links.ts'
import { paths } from '../../src/diagnostics/catalog/paths.ts'
import { project } from '../../src/diagnostics/catalog/project.ts'
import { rails } from '../../src/diagnostics/catalog/rails.ts'
import { catalog, type CatalogEntry, type DiagnosticCode } from '../../src/index.ts'
import { examples, type Example } from './examples.ts'
import { compileExample } from './compile-example.ts'

const codes = (Object.keys(catalog) as DiagnosticCode[]).sort()

/** The topics of the index. */
const TOPICS = {
  'Calls in a route file': declarations,
  Paths: paths,
  'Blocks and drawn files': evaluate,
  'Names, functions and values': freeze,
  'The table as a whole': analyse,
  'Controllers, pages and public files': files,
  'The project and its options': project,
  'Pages of another router': adapters,
  'Links in the code of an application': links,
  'Routes of a Rails server': rails,
}

const NOTE =
  '<!-- scripts/write-diagnostics.mjs generates this page from the catalogue and its examples. Edit those. -->'

/**
 * The pages in `docs/` that are generated from the catalogue and the examples: one for each code, and an index. The path
 * of a page is its address on the site, and the path in the package that messages contain.
 */
export function diagnosticPages(): ReadonlyMap<string, string> {
  return new Map([['diagnostics.md', index()], ...codes.map((code) => [`diagnostics/${code}.md`, page(code)] as const)])
}

function index(): string {
  return `# Diagnostics

${NOTE}

This page lists all problems that Turnout reports, with an example of each message. Click a code for its cause and its fix. In the terminal, each problem ends with the path of its page in the installed package (\`see:\`).

| severity | effect                                        |
| -------- | --------------------------------------------- |
| error    | fails the build; the dev server keeps the last good table |
| warning  | is printed, and fails \`turnout check --max-warnings 0\` |
| hint     | is printed                                    |

To change a severity, set the option \`severities\` to \`'error'\`, \`'warning'\`, \`'hint'\` or \`'off'\` for a code:

\`\`\`ts
turnout({ severities: { 'unreachable-route': 'error', 'deep-nesting': 'off' } })
\`\`\`

You cannot lower an error that prevents Turnout from building a route table.

<DiagnosticFilter />

${Object.entries(TOPICS)
  .map(([topic, entries]) => `## ${topic}\n\n${table(codes.filter((code) => code in entries))}`)
  .join('\n\n')}
`
}

function table(tableCodes: readonly DiagnosticCode[]): string {
  const rows = tableCodes.map(
    (code) => `| [${code}](diagnostics/${code}.md) | ${catalog[code].severity} | ${cell(messageOf(code))} |`,
  )
  return ['| code | severity | message |', '| ---- | -------- | ------- |', ...rows].join('\n')
}

/** The message of the example. */
function messageOf(code: DiagnosticCode): string {
  const example: Example = examples[code]
  if (example.words !== undefined) return writeMessage(code, (example.args ?? null) as never)
  return compileExample(example).diagnostics.find((diagnostic) => diagnostic.code === code)!.message
}

/** A message as a cell of a table. */
function cell(message: string): string {
  return (message.length > 160 ? `${message.slice(0, 159).trimEnd()}…` : message).replaceAll('|', '\\|')
}

function page(code: DiagnosticCode): string {
  const { severity, canBeLowered, why, fix }: CatalogEntry = catalog[code]
  const example = examples[code]
  const lowered = severity === 'error' ? (canBeLowered === true ? ', can be lowered' : ', cannot be lowered') : ''
  return `# ${code}

${NOTE}

*${severity}${lowered}*

${fence(messageOf(code), 'text')}

${why}

**Fix:** ${fix}

## Example

${example.words ?? samples(example)}

[All diagnostics](../diagnostics.md)
`
}

function samples({ routes, mended, block, better, options, draws = {} }: Example): string {
  const parts = [fence(routes ?? `export default defineRoutes(${block})`, 'ts mistake')]
  for (const [name, body] of Object.entries(draws)) parts.push(`with the drawn file \`${name}\``, fence(body))
  if (options !== undefined) parts.push('with', fence(`turnout(${options})`, 'ts mistake'))
  const fixed = better ?? mended
  if (fixed !== undefined) parts.push('Better:', fence(fixed))
  return parts.join('\n\n')
}

/** @param info `ts mistake` excludes a sample from those that must compile */
function fence(code: string, info = 'ts'): string {
  return [`\`\`\`${info}`, code, '```'].join('\n')
}
