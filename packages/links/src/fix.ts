// Replaces addresses by calls of helpers, if a helper returns the same path for all values.
import type { HelperStyle, Manifest, ManifestRoute, Pattern } from '@turnout/compiler'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import { namedRoutes, redefinedNames } from '@turnout/compiler/internal/manifest/named-routes'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { requirementOn } from '@turnout/compiler/internal/patterns/routes/route-pattern'
import type { FoundLinks } from './find-in-program.ts'
import type { Link, Part, Range } from './link.ts'
import { insideBase, readPath } from './link-path.ts'
import type { Verdict } from './judge.ts'

/** A replacement of a part of a file. */
export interface Edit {
  readonly range: Range
  readonly text: string
}

/** A call of a helper, and the helper's name, which the file must import. */
interface Call {
  readonly helper: string
  readonly text: string
}

/** A parameter without a requirement, or a literal, of a route's path. */
type Step = { readonly text: string } | { readonly param: string }

/** The settings of the emitted helpers. */
export interface HelperSettings {
  readonly helpers?: HelperStyle | undefined
  readonly base?: string | undefined
  /** Parameters that helpers fill in. */
  readonly urlDefaults?: readonly string[] | undefined
}

/** The helpers of a table. */
export class Helpers {
  readonly #base: string
  readonly #style: HelperStyle
  /** The helpers by the patterns of their routes. */
  readonly #paths = new Map<string, { readonly name: string; readonly steps: readonly Step[] }[]>()

  constructor(manifest: Manifest, { helpers = 'camelCase', base = '/', urlDefaults = [] }: HelperSettings) {
    this.#base = basePath(base) ?? ''
    this.#style = helpers
    const redefined = redefinedNames(manifest)
    for (const route of namedRoutes(manifest)) {
      const steps = redefined.has(route.name) ? null : stepsOf(route)
      if (steps === null || steps.some((step) => 'param' in step && urlDefaults.includes(step.param))) continue
      const helpersOfPattern = this.#paths.get(route.pattern) ?? []
      this.#paths.set(route.pattern, [...helpersOfPattern, { name: route.name, steps }])
    }
  }

  /**
   * Returns the call that returns the path of a link for all values of its holes. Null if there is none, or if several
   * helpers return the path.
   */
  callFor(link: Link, verdict: Verdict, source: string): Call | null {
    if (verdict.kind !== 'match') return null
    const path = readPath(link.parts, { holes: 'segment', isRouter: false })
    // Only an address that is already written as its path: `/photos//7` and `/photos?page=2` are not.
    if (path === null || path.openEnd !== null) return null
    const segments = path.segments.length === 0 ? [[]] : path.segments
    if (shapeOf(link.parts) !== shapeOf(segments.flatMap((parts) => ['/', ...parts]))) return null
    const inner = insideBase(path, this.#base)
    if (inner === null) return null
    const patterns = [...new Set(verdict.routes.map(({ pattern }) => pattern))]
    const calls = patterns
      .flatMap((pattern) => this.#paths.get(pattern) ?? [])
      .flatMap(({ name, steps }) => {
        const values = valuesFor(steps, inner.segments, source)
        return values === null ? [] : [{ helper: helperName(name, 'path', this.#style), values }]
      })
    // `/photos/7` could also be a route with a parameter for `photos`.
    const fewest = Math.min(...calls.map(({ values }) => values.length))
    const [call, ...others] = calls.filter(({ values }) => values.length === fewest)
    if (call === undefined || others.length > 0) return null
    return { helper: call.helper, text: `${call.helper}(${call.values.join(', ')})` }
  }
}

function shapeOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : '\0')).join('')
}

/** Returns the segments of a path; null if a helper needs more than values of whole segments. */
function stepsOf(route: ManifestRoute): readonly Step[] | null {
  if (Object.keys(route.defaults).length > 0) return null
  const segments = withoutFormat(route.segments)
  const steps: Step[] = []
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'param') {
      const [before, behind] = [segments[index - 1], segments[index + 1]]
      const isAlone =
        before?.kind === 'static' &&
        before.text.endsWith('/') &&
        (behind === undefined || (behind.kind === 'static' && behind.text.startsWith('/')))
      if (!isAlone || requirementOn(segment.name, route) !== undefined) return null
      steps.push({ param: segment.name })
    } else if (segment.kind === 'static') {
      for (const text of segment.text.split('/')) if (text !== '') steps.push({ text })
    } else return null
  }
  return steps
}

function withoutFormat(segments: Pattern): Pattern {
  const last = segments.at(-1)
  if (last?.kind !== 'optional' || last.segments.length !== 2) return segments
  const [dot, param] = last.segments
  const isFormat = dot?.kind === 'static' && dot.text === '.' && param?.kind === 'param' && param.name === 'format'
  return isFormat ? segments.slice(0, -1) : segments
}

/** Returns the arguments for the parameters of a path; null if the segments of the link do not fit. */
function valuesFor(
  steps: readonly Step[],
  segments: readonly (readonly Part[])[],
  source: string,
): readonly string[] | null {
  if (steps.length !== segments.length) return null
  const values: string[] = []
  for (const [index, step] of steps.entries()) {
    const [part] = segments[index]!
    if ('text' in step) {
      if (part !== step.text) return null
    } else if (typeof part === 'string') {
      // A number is the same text as an argument. Other strings would need quotes, which a template may not allow.
      if (!/^(?:0|[1-9]\d{0,8})$/.test(part)) return null
      values.push(part)
    } else if (part!.range === null) return null
    else values.push(source.slice(...part!.range))
  }
  return values
}

/** A fix for a link, and the import that it needs. */
export interface Fix {
  readonly edits: readonly Edit[]
  /** Null if the file imports the helper already. */
  readonly newImport: string | null
}

/** Returns the fix that writes a call instead of a link; null if the file cannot import the helper. */
export function fixFor(link: Link, call: Call, { imports, names }: FoundLinks): Fix | null {
  if (link.form === null || imports === null) return null
  const isImported = imports.helpers.has(call.helper)
  if (!isImported && names.has(call.helper)) return null
  const newImport = isImported ? null : call.helper
  const { form, range } = link
  if (form.kind === 'vue-attribute') {
    const [start] = form.name
    return {
      edits: [
        { range: [start, start], text: ':' },
        { range, text: `"${call.text}"` },
      ],
      newImport,
    }
  }
  return { edits: [{ range, text: form.kind === 'braces' ? `{${call.text}}` : call.text }], newImport }
}

/** Returns the edits of all fixes, with one edit for their imports. */
export function editsOf(fixes: readonly Fix[], found: FoundLinks, source: string): readonly Edit[] {
  const edits = fixes.flatMap((fix) => fix.edits)
  const helpers = [...new Set(fixes.flatMap(({ newImport }) => newImport ?? []))].sort()
  return helpers.length === 0 ? edits : [importEdit(helpers, found, source), ...edits]
}

/** Returns the edit that imports helpers. It uses the quotes and the semicolons of the file. */
function importEdit(helpers: readonly string[], { imports }: FoundLinks, source: string): Edit {
  const { at, isBehindImport, behindName } = imports!
  if (behindName !== null) return { range: [behindName, behindName], text: helpers.map((name) => `, ${name}`).join('') }
  const quote = /\bfrom "/.test(source) ? '"' : "'"
  const end = source[at - 1] === ';' || (!isBehindImport && /;[ \t]*$/m.test(source)) ? ';' : ''
  const statement = `import { ${helpers.join(', ')} } from ${quote}virtual:routes${quote}${end}`
  const [indent] = /[ \t]*$/.exec(source.slice(0, at))!
  return {
    range: [at, at],
    text: isBehindImport ? `\n${lineIndent(source, at)}${statement}` : `${statement}\n${indent}`,
  }
}

/** Returns the spaces at the begin of the line with a place. */
function lineIndent(source: string, at: number): string {
  return /^[ \t]*/.exec(source.slice(source.lastIndexOf('\n', at - 1) + 1))![0]
}

/** Applies edits that do not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { range, text } of edits.toSorted((a, b) => a.range[0] - b.range[0])) {
    result += source.slice(at, range[0]) + text
    at = range[1]
  }
  return result + source.slice(at)
}
