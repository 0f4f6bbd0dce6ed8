// Converts an error of importing a route file to a problem with a position.
import { showLocation } from '@turnout/compiler/internal/diagnostics/location'
import { stripVTControlCharacters } from 'node:util'
import type { Location } from '@turnout/compiler'
import { describeError, isError } from '@turnout/compiler/internal/diagnostics/describe'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import * as vite from 'vite'
import { withoutQuery } from '../files/paths.ts'
import { positionAt, type Position } from '../files/position.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { EvaluationTimeout } from './evaluation-limit.ts'
import type { Evaluation } from './evaluation.ts'
import { stackFrames, type SourcePlace } from './locate.ts'
import { LoadError } from './module-loader.ts'

/** What Vite and its plugins add to errors about a file. */
interface TransformError extends Error {
  readonly id?: string
  readonly loc?: SourcePosition
  readonly errors?: readonly { readonly text?: string; readonly message?: string; readonly loc?: SourcePosition }[]
}

interface SourcePosition {
  readonly file?: string
  readonly line: number
  readonly column: number
}

/** What places of errors are found with. */
export interface Sources {
  readonly locate: Evaluation['locate']
  /** Makes a path relative to the project root. */
  readonly relative: (file: string) => string
}

/**
 * Makes a problem of what importing a route file threw: a syntax error, a missing import, or an error of the
 * user's own code at the top level of a module.
 *
 * @param file the route file that was imported, absolute
 */
export function loadFailure(error: unknown, file: string, sources: Sources): Diagnostic {
  try {
    return failureOf(error, file, sources)
  } catch {
    // Code can throw any value, even an object with a `stack` getter that throws.
    return threw(describeError(error), sources.relative(file))
  }
}

/** Makes a problem of what code of a route file threw where nothing caught it. */
export function strayFailure(thrown: unknown, file: string, sources: Sources): Diagnostic {
  const failure = loadFailure(thrown, file, sources)
  return failure.code === 'module-not-loaded' ? threw(describeError(thrown), sources.relative(file)) : failure
}

function threw(thrown: string, file: string): Diagnostic {
  return makeError('module-threw', { file, thrown }, { location: { file, line: 1, column: 1 } })
}

function failureOf(thrown: unknown, file: string, sources: Sources): Diagnostic {
  const { relative } = sources
  if (thrown instanceof EvaluationTimeout) {
    const location = { file: relative(thrown.file), line: 1, column: 1 }
    return makeError('module-never-ends', { file: location.file, seconds: thrown.seconds }, { location })
  }
  const error = thrown instanceof LoadError ? thrown.cause : thrown
  // An error of Vite may have frames of route files too, because they wait for it.
  const frames = error instanceof Error && error === thrown ? framesOf(error, sources) : []
  if (frames.length > 0) {
    const particulars = { location: frames[0]!.location, stack: frames.map(({ text }) => text) }
    const injected = injectedName(error, frames[0]!.file)
    // Injected code has no position in the source: the source map would give the position of the code next to it.
    if (injected !== null)
      return makeError('injected-code-threw', { file: frames[0]!.location.file, name: injected }, { location: null })
    const { code, call } = error as { readonly code?: unknown; readonly call?: unknown }
    return code === 'outside-block'
      ? makeError('outside-block', { call: String(call) }, particulars)
      : makeError('module-threw', { file: relative(file), thrown: describe(error) }, particulars)
  }
  if (!isError(error)) return threw(describeError(error), relative(file))
  const missing = missingImport(error, relative)
  if (missing !== null) {
    const { location, specifier } = missing
    return makeError('module-not-loaded', { file: location.file, missing: specifier }, { location })
  }
  const syntaxError = syntaxErrorOf(error, file)
  if (syntaxError !== null) {
    const location = { ...syntaxError.place, file: relative(syntaxError.file) }
    return makeError('module-not-loaded', { file: location.file, reason: syntaxError.reason }, { location })
  }
  const location = transformLocation(error, relative)
  return makeError('module-not-loaded', { file: relative(file), reason: reasonOf(error) }, { location })
}

/** A mistake of syntax, as a parser finds it. */
interface SyntaxMistake {
  readonly file: string
  readonly reason: string
  readonly place: Position
}

/**
 * Finds what Vite and V8 give no place of: a mistake in JavaScript, of which Vite's import analysis names the first line,
 * and a regular expression that V8 refuses when the module runs. Null if the source has no such mistake.
 */
function syntaxErrorOf(error: unknown, importedFile: string): SyntaxMistake | null {
  const { id, loc, stack, message } = Object(error) as Partial<TransformError>
  const [, script] = /^turnout:(.+):\d+$/m.exec(String(stack)) ?? []
  const refused = /Invalid regular expression: (\/.*\/\w*): (.*)$/m.exec(String(message))
  const isUnplaced = loc === undefined || /invalid JS syntax/.test(String(message))
  if (!isUnplaced && refused === null) return null
  const file = withoutQuery(script ?? loc?.file ?? id ?? importedFile)
  const source = textFileOrNull(file)
  if (source === null) return null
  const mistake = findMistake(file, source)
  if (mistake !== null) return { file, reason: mistake.reason, place: positionAt(source, mistake.offset) }
  if (refused === null) return null
  const [, expression, reason] = refused
  const at = source.indexOf(expression!)
  return at < 0 ? null : { file, reason: `Invalid regular expression: ${reason}`, place: positionAt(source, at) }
}

function framesOf(error: Error, { locate, relative }: Sources) {
  return stackFrames(error).flatMap((site) => {
    const position = locate(site)
    if (position === null) return []
    return [{ ...frame(position, site.name === 'eval' ? '' : site.name, relative), file: position.file }]
  })
}

/** Returns the undefined name that a plugin or `define` has added to a module; null if the name is in the source. */
function injectedName(error: unknown, file: string): string | null {
  const [, name] = /^([\w$]+) is not defined$/.exec(String(Object(error).message)) ?? []
  const source = name === undefined ? null : textFileOrNull(file)
  return source === null || source.includes(name!) ? null : name!
}

/** A frame of a stack as diagnostics show it, and its place. */
export function frame({ file, line, column }: SourcePlace, name: string, relative: (file: string) => string) {
  const location: Location = { file: relative(file), line, column }
  const at = showLocation(location)
  return { location, text: name === '' ? `at ${at}` : `at ${name} (${at})` }
}

/** Columns of transform errors count from 0. */
function transformLocation(error: unknown, relative: (file: string) => string): Location | null {
  const { loc, id, errors } = Object(error) as TransformError
  // Vite 8 keeps the place of a syntax error in TypeScript at the inner error.
  const at = loc ?? errors?.[0]?.loc
  const file = at?.file ?? id
  if (file === undefined) return null
  return { file: relative(withoutQuery(file)), line: at?.line ?? 1, column: (at?.column ?? 0) + 1 }
}

/** Vite's messages for an import that cannot be resolved: the specifier, then the importer. */
const MISSING = [
  /^Failed to load url (.+?) \(resolved id: .*?\) in (.+?)\. Does the file exist\?/,
  /^Cannot find (?:module|package) '(.+?)' imported from '?([^']+)/,
]

/** An import that cannot be resolved. Vite names the importer, but not the line. */
function missingImport(
  error: unknown,
  relative: (file: string) => string,
): { specifier: string; location: Location } | null {
  if (!(error instanceof Error)) return null
  for (const pattern of MISSING) {
    const [, specifier, importer] = pattern.exec(error.message) ?? []
    if (specifier === undefined || importer === undefined) continue
    const file = withoutQuery(importer)
    return {
      specifier,
      location: { file: relative(file), ...placeOfImport(file, specifier) },
    }
  }
  return null
}

/** The place of the specifier in the source of the file that imports it; 1:1 if it is not found. */
export function placeOfImport(file: string, specifier: string): Position {
  const source = textFileOrNull(file) ?? ''
  // The specifier in quotes, after `from`, `import` or `import(`.
  const quoted = specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const importMatch = new RegExp(`(?:from|import)\\s*\\(?\\s*(['"])${quoted}\\1`).exec(source)
  if (importMatch === null) return { line: 1, column: 1 }
  return positionAt(source, importMatch.index + importMatch[0].length - specifier.length - 2)
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The sentence of a transform error. Around it bundlers put colours, headings and code frames of their own. */
function reasonOf(error: unknown): string {
  const { errors } = Object(error) as TransformError
  const text = errors?.[0]?.text ?? errors?.[0]?.message ?? describe(error)
  return stripVTControlCharacters(text)
    .replace(/^(?:(?:Rolldown|Rollup)?Error: |Parse failure: |Parse failed with \d+ errors?:\s*|\[[A-Z_]+\] )+/, '')
    .split('\n')[0]!
}

/** A syntax error from a parser. */
interface Mistake {
  readonly reason: string
  readonly offset: number
}

/**
 * Returns the first syntax error of a source, if the parser reports a location.
 *
 * @param parsers the parsers of Vite. Vite 7 lacks `parseSync`; its own parser reads JavaScript only, and throws.
 */
export function findMistake(
  file: string,
  source: string,
  { parseSync }: Partial<Pick<typeof vite, 'parseSync'>> = vite,
): Mistake | null {
  if (parseSync !== undefined) {
    const [mistake] = parseSync(file, source).errors
    const [label] = mistake?.labels ?? []
    return mistake === undefined || label === undefined ? null : { reason: mistake.message, offset: label.start }
  }
  if (!/\.[cm]?js$/.test(file)) return null
  try {
    vite.parseAst(source)
    return null
  } catch (error) {
    const { pos, message } = error as { readonly pos?: number; readonly message: string }
    return pos === undefined ? null : { reason: message, offset: pos }
  }
}
