import { catalog, type CatalogEntry, type DiagnosticCode } from '../../src/index.ts'
import { examples, type Example } from './examples.ts'

/** The text of `docs/diagnostics.md`, made from the catalogue and the examples. */
export function cataloguePage(): string {
  const codes = (Object.keys(catalog) as DiagnosticCode[]).sort()
  return `# Diagnostics

<!-- Written by scripts/write-diagnostics.mjs from the catalogue and its examples. Edit those. -->

Every diagnostic has a code that stays. An **error** fails the build; a **warning** and a **hint** do not. What a code counts as can be set:

\`\`\`ts
turnout({ severities: { 'unreachable-route': 'error', 'deep-nesting': 'off' } })
\`\`\`

It is one of \`'error'\`, \`'warning'\`, \`'hint'\` and \`'off'\`. Errors that prevent building a route table cannot be lowered.

| code | severity | |
| ---- | -------- | --- |
${codes.map((code) => `| [${code}](#${code}) | ${catalog[code].severity} | ${firstSentence(catalog[code].why)} |`).join('\n')}

${codes.map(section).join('\n')}`
}

function firstSentence(text: string): string {
  return text.replace(/([^.][.])(?: [A-Z`].*)$/s, '$1').replaceAll('|', '\\|')
}

function section(code: DiagnosticCode): string {
  const { severity, canBeLowered, why, fix }: CatalogEntry = catalog[code]
  const example = examples[code]
  const lowered = severity === 'error' ? (canBeLowered === true ? ', can be lowered' : ', stays one') : ''
  return `## ${code}

*${severity}${lowered}*

${why}

**Fix:** ${fix}

${example.words ?? raises(example)}
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
