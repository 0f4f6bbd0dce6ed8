// Reads the message, the stack and the source of an error for the error page.
import { stripVTControlCharacters } from 'node:util'
import { codeFrame } from '@turnout/compiler/internal/diagnostics/format'
import { showLocation, type Location } from '@turnout/compiler/internal/diagnostics/location'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { printable } from '@turnout/compiler/internal/diagnostics/printable'
import { normalizePath } from 'vite'
import { positionAt } from '../files/position.ts'
import type { PageHost } from './page-host.ts'

/** A line of a stack. */
export interface StackFrame {
  /** `at show (src/controllers/photos.ts:4:9)` */
  readonly text: string
  /** The place, if the frame is in the project's own code and the file may be shown. */
  readonly place: Location | null
  /** The lines around the place; null if they cannot be read, and after the first frames. */
  readonly codeFrame: string | null
}

/** An error of the application, without control characters, and with paths relative to the root. */
export interface ErrorReport {
  /** The first line is the summary. */
  readonly message: string
  /** The plugin of Vite that threw the error. */
  readonly plugin: string | null
  readonly place: Location | null
  /** The lines around the place. */
  readonly codeFrame: string | null
  readonly stack: readonly StackFrame[]
  readonly causes: readonly { readonly message: string; readonly stack: readonly StackFrame[] }[]
}

const MAX_CAUSES = 3
const MAX_FRAMES = 50
const MAX_FRAME_LENGTH = 1000
/** The stack frames of an error that are shown with their lines. */
const MAX_CODE_FRAMES = 10

/** Describes what an action, or the module that handles requests, has thrown. Shows only lines of files that may be shown. */
export function reportError(error: unknown, host: PageHost): ErrorReport {
  const stack = stackFrames(error, host)
  const { message, place: syntaxPlace } = syntaxError(error, host)
  const place = syntaxPlace ?? importPlace(message, host) ?? stack.find((frame) => frame.place !== null)?.place ?? null
  const frame = place && codeFrameAt(place, host)
  return {
    message: withoutRoot(message, host),
    plugin: textOf(error, 'plugin')?.slice(0, MAX_FRAME_LENGTH) ?? null,
    place: frame === null ? null : place,
    codeFrame: frame,
    stack,
    causes: causesOf(error).map((cause) => ({
      message: withoutRoot(messageOf(cause), host),
      stack: stackFrames(cause, host),
    })),
  }
}

/** Returns the lines around a place; null if the page may not show them. */
export function codeFrameAt(place: Location, { sources }: PageHost): string | null {
  const source = sources.read(place.file)
  return source === null ? null : codeFrame(source, place)
}

/**
 * Returns an error for the log, with the lines of the project's file. Further lines of a message are indented: a quotation
 * from a request must not look like another log entry. If the error has a place in the project, the frames of packages
 * and of Node are left out.
 */
export function printError(error: unknown, host: PageHost): string {
  const { message, place, codeFrame, stack, causes } = reportError(error, host)
  const print = (text: string, frames: readonly StackFrame[]) => {
    const shownFrames = place === null ? frames : frames.filter((frame) => frame.place !== null)
    return [text.replaceAll('\n', '\n    '), ...shownFrames.map((frame) => `    ${frame.text}`)]
  }
  const [title, ...frames] = print(message, stack)
  const source = place === null ? [] : [`  at ${showLocation(place)}`, '', codeFrame, '']
  const causeLines = causes.flatMap((cause) => print(`Caused by: ${cause.message}`, cause.stack))
  return [title, ...source, ...frames, ...causeLines].join('\n')
}

/** Returns the message without the colours that compilers add, and with its control characters escaped. */
function messageOf(error: unknown): string {
  return printable(stripVTControlCharacters(describeError(error)))
}

/** Returns a property of an error if it is a string. Never throws. */
function textOf(error: unknown, name: 'plugin' | 'id' | 'stack' | 'message'): string | null {
  try {
    const value = (Object(error) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Returns the stack frames of an error without its message, which may contain data from a request. */
function stackOf(error: unknown): string {
  const stack = textOf(error, 'stack')
  if (stack === null) return ''
  const message = textOf(error, 'message')
  const at = message === null ? -1 : stack.indexOf(message)
  const frames = (at < 0 ? stack : stack.slice(at + message!.length)).split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, MAX_FRAMES)
    .map((frame) => frame.slice(0, MAX_FRAME_LENGTH))
    .join('\n')
}

/** Returns the causes of an error, outermost first. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  try {
    let { cause } = Object(error) as { cause?: unknown }
    for (; cause !== undefined && causes.length < MAX_CAUSES; { cause } = Object(cause) as { cause?: unknown }) {
      causes.push(cause)
    }
  } catch {
    // A getter of the application threw: the report contains the causes up to there.
  }
  return causes
}

function stackFrames(error: unknown, host: PageHost): StackFrame[] {
  const lines = stackOf(error).split('\n').filter(Boolean)
  let count = 0
  return lines.map((line) => {
    const place = placeOf(line, host)
    // Vite evaluates modules, so V8 names their top level and their nameless functions `eval`.
    const text = withoutRoot(line.trim(), host).replace(/^at (async |)eval \((.*)\)$/, 'at $1$2')
    return { text, place, codeFrame: place && ++count <= MAX_CODE_FRAMES ? codeFrameAt(place, host) : null }
  })
}

/** Returns the place of a stack frame in the project's own code; null for code of packages and of Node. */
function placeOf(frame: string, host: PageHost): Location | null {
  const [, name, line, column] = /((?:file:\/\/)?\/[^()]+?):(\d+):(\d+)\)?$/.exec(frame) ?? []
  return name === undefined ? null : shownPlace(name.replace(/^file:\/\//, ''), Number(line), Number(column), host)
}

/** Returns the place if it is in a file of the project that may be shown. */
function shownPlace(name: string, line: number, column: number, host: PageHost): Location | null {
  const file = normalizePath(name)
  if (!file.startsWith(`${host.root}/`) || file.includes('/node_modules/') || file.includes('/../')) return null
  return host.sources.mayShow(file) ? { file: withoutRoot(file, host), line, column } : null
}

/** The drawing of a place in the messages of Rolldown and Oxc: `╭─[ src/a.ts:3:13 ]`, then lines of the file. */
const DRAWING = /\n[ \t]*╭─\[ [^\n]*?:(\d+):(\d+) \][^]*?(?:\n─+╯|$)/

/**
 * Reads the error of a compiler: `id` names the module, and the message contains the place and lines of the module. The
 * lines are removed, because the module may be a file that must not be shown.
 */
function syntaxError(error: unknown, host: PageHost): { message: string; place: Location | null } {
  const text = messageOf(error)
  const id = textOf(error, 'id')?.replace(/[?#].*$/, '') ?? null
  const [, line, column] = DRAWING.exec(text) ?? []
  const message = text
    .replace(DRAWING, '')
    .replace(/^(?:\w+: )?Transform failed with \d+ errors?:\s*/, '')
    .replace(/^\[[A-Z_]+\] (?=\S)/, 'SyntaxError: ')
    .trim()
  const location = line === undefined ? locationOf(error) : { line: Number(line), column: Number(column) }
  const place = id === null || location === null ? null : shownPlace(id, location.line, location.column, host)
  return { message, place }
}

/** Returns the `loc` that errors of Vite and Rollup have. */
function locationOf(error: unknown): { line: number; column: number } | null {
  try {
    const { line, column } = Object((Object(error) as { loc?: unknown }).loc) as { line?: unknown; column?: unknown }
    return typeof line === 'number' && typeof column === 'number' ? { line, column: Math.max(1, column) } : null
  } catch {
    return null
  }
}

/** Finds the import that Vite cannot resolve. Its message names the module and the file, but not the line. */
function importPlace(message: string, host: PageHost): Location | null {
  const [, specifier, name] =
    /^Error: Failed to load url (\S+) \(resolved id: [^\n]*?\) in (\S+)\. /.exec(message) ?? []
  if (name === undefined) return null
  const file = `${host.root}/${withoutRoot(normalizePath(name), host)}`
  const source = host.sources.read(file)
  const at = source === null ? -1 : Math.max(source.indexOf(`'${specifier}'`), source.indexOf(`"${specifier}"`))
  if (source === null || at < 0) return null
  const { line, column } = positionAt(source, at)
  return shownPlace(file, line, column, host)
}

/** Makes the project's paths relative to its root: they are shorter and reveal less. */
function withoutRoot(text: string, { root }: PageHost): string {
  return text.replaceAll(`${root}/`, '')
}
