import { catalog, type CatalogEntry, type DiagnosticCode } from '../../src/index.ts'
import { examples, type Example } from './examples.ts'

const codes = (Object.keys(catalog) as DiagnosticCode[]).sort()

const NOTE = '<!-- Written by scripts/write-diagnostics.mjs from the catalogue and its examples. Edit those. -->'

/**
 * The texts of the pages in `docs/` that are made from the catalogue and the examples: one for each code, and one that
 * leads to them. The same path is the address of a code on the site, and in the package what messages name.
 */
export function diagnosticPages(): ReadonlyMap<string, string> {
  return new Map([['diagnostics.md', index()], ...codes.map((code) => [`diagnostics/${code}.md`, page(code)] as const)])
}

function index(): string {
  return `# Diagnostics

${NOTE}

Every diagnostic has a code that stays, and a page of its own, which is installed with the plugin: a message ends with its path (\`see:\`). An **error** fails the build; a **warning** and a **hint** do not. What a code counts as can be set:

\`\`\`ts
turnout({ severities: { 'unreachable-route': 'error', 'deep-nesting': 'off' } })
\`\`\`

It is one of \`'error'\`, \`'warning'\`, \`'hint'\` and \`'off'\`. Errors that prevent building a route table cannot be lowered.

| code | severity | |
| ---- | -------- | --- |
${codes.map((code) => `| [${code}](diagnostics/${code}.md) | ${catalog[code].severity} | ${firstSentence(catalog[code].why)} |`).join('\n')}
`
}

function firstSentence(text: string): string {
  return text.replace(/([^.][.])(?: [A-Z`].*)$/s, '$1').replaceAll('|', '\\|')
}

function page(code: DiagnosticCode): string {
  const { severity, canBeLowered, why, fix }: CatalogEntry = catalog[code]
  const example = examples[code]
  const lowered = severity === 'error' ? (canBeLowered === true ? ', can be lowered' : ', cannot be lowered') : ''
  return `# ${code}

${NOTE}

*${severity}${lowered}*

${why}

**Fix:** ${fix}

${example.words ?? raises(example)}

[All diagnostics](../diagnostics.md)
`
}

function raises({ routes, mended, block, mendedBlock, options, draws = {} }: Example): string {
  const parts = [fence(routes ?? `export default defineRoutes(${block})`, 'ts mistake')]
  for (const [name, body] of Object.entries(draws)) parts.push(`with the drawn file \`${name}\``, fence(body))
  if (options !== undefined) parts.push('with', fence(`turnout(${options})`, 'ts mistake'))
  const better = mended ?? (mendedBlock === undefined ? undefined : `export default defineRoutes(${mendedBlock})`)
  if (better !== undefined) parts.push('Better:', fence(better))
  return parts.join('\n\n')
}

/** @param info `ts mistake` keeps a sample out of those that must compile */
function fence(code: string, info = 'ts'): string {
  return [`\`\`\`${info}`, code, '```'].join('\n')
}
