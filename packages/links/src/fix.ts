// Replaces addresses by calls of helpers, if a helper returns the same path for all values.
import type { HelperStyle, Manifest, ManifestRoute } from '@turnout/compiler'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import { namedRoutes, redefinedNames } from '@turnout/compiler/internal/manifest/helpers'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { formatOf, requirementOn } from '@turnout/compiler/internal/patterns/routes/route-pattern'
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
      const steps = redefined.has(route.name) ? null : stepsOf(route, urlDefaults)
      if (steps === null) continue
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

/** A literal segment of a route's path, or null for a parameter. */
type Step = string | null

/** Returns the segments of a route's path; null if its helper needs more than values of whole segments. */
function stepsOf(route: ManifestRoute, urlDefaults: readonly string[]): readonly Step[] | null {
  const hasFormat = formatOf(route.segments.at(-1))?.name === 'format'
  let path = ''
  for (const segment of hasFormat ? route.segments.slice(0, -1) : route.segments) {
    if (segment.kind === 'static') path += segment.text
    else if (segment.kind === 'param') {
      if (requirementOn(segment.name, route) !== undefined || urlDefaults.includes(segment.name)) return null
      path += '\0'
    } else return null
  }
  const steps = path.split('/').filter((text) => text !== '')
  const isPlain = Object.keys(route.defaults).length === 0 && steps.every((text) => !/[^]\0|\0[^]/.test(text))
  return isPlain ? steps.map((text) => (text === '\0' ? null : text)) : null
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
    const part = segments[index]![0]!
    if (step !== null) {
      if (part !== step) return null
      continue
    }
    // A number is the same text as an argument. Other strings would need quotes, which a template may not allow.
    const number = typeof part === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(part) ? part : null
    const value = typeof part === 'string' ? number : part.range && source.slice(...part.range)
    if (value === null) return null
    values.push(value)
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
  const { around, colonAt } = link.form
  const edits: Edit[] = [{ range: link.range, text: around.join(call.text) }]
  if (colonAt !== undefined) edits.unshift({ range: [colonAt, colonAt], text: ':' })
  return { edits, newImport }
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
