import path from 'node:path'
import { codeFrame } from '@turnout/compiler'
import { describeError } from '@turnout/compiler/internal'
import { normalizePath, type ResolvedConfig } from 'vite'
import { shownSources } from '../files/shown-source.ts'
import { pageResponse } from './page.ts'

/** Returns the page for an error from an action, or from the module that handles requests. */
export function errorPage(error: unknown, request: Request, config: ResolvedConfig): Response {
  const stack = stackOf(error)
  const frame = frameOf(stack, config)
  const { plugin, id, frame: viteFrame } = Object(error) as { plugin?: unknown; id?: unknown; frame?: unknown }
  const mayShow = typeof id === 'string' && shownSources(config).mayShow(id.replace(/[?#].*$/, ''))
  const parts = [
    ...(frame === null ? [] : [frame]),
    // If a module fails to compile, Vite's error contains lines of the module.
    ...(typeof viteFrame === 'string' && viteFrame !== '' && frame === null && mayShow
      ? [{ heading: shown(id, config), text: viteFrame }]
      : []),
    ...(stack === '' ? [] : [{ heading: 'Stack', text: withoutRoot(stack, config) }]),
    ...causes(error).map((text) => ({ heading: 'Caused by', text: withoutRoot(text, config) })),
  ]
  const pluginSuffix = typeof plugin === 'string' ? ` (${plugin})` : ''
  const page = { status: 500, title: `500: ${withoutRoot(messageOf(error), config)}${pluginSuffix}`, parts }
  return pageResponse(page, request, new Headers())
}

/**
 * Returns an error for the log. Further lines of a message are indented: a quotation from a request must not look like
 * another log entry.
 */
export function printed(error: unknown): string {
  return [
    messageOf(error).replace(/\r?\n/g, '\n    '),
    stackOf(error),
    ...causes(error).map((text) => `Caused by: ${text}`),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function messageOf(error: unknown): string {
  return describeError(error)
}

/** Returns the stack frames of an error without its message, which may contain data from a request. */
function stackOf(error: unknown): string {
  try {
    const { stack, message } = Object(error) as { readonly stack?: unknown; readonly message?: unknown }
    if (typeof stack !== 'string') return ''
    const at = typeof message === 'string' ? stack.indexOf(message) : -1
    const rest = at < 0 ? stack : stack.slice(at + String(message).length)
    return rest
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n')
  } catch {
    return ''
  }
}

const CAUSES = 3

function causes(error: unknown): string[] {
  const descriptions: string[] = []
  try {
    let { cause } = Object(error) as { cause?: unknown }
    for (; cause !== undefined && descriptions.length < CAUSES; { cause } = Object(cause) as { cause?: unknown }) {
      descriptions.push([messageOf(cause), stackOf(cause)].filter((text) => text !== '').join('\n'))
    }
  } catch {
    // A getter of the application threw: the page shows the causes up to there.
  }
  return descriptions
}

/** Returns a code frame for the first stack frame in the project's own code. Reads only files that dev servers serve. */
function frameOf(stack: string, config: ResolvedConfig): { heading: string; text: string } | null {
  const { read } = shownSources(config)
  for (const [, name, line, column] of stack.matchAll(/\(?((?:file:\/\/)?\/[^()\n]+?):(\d+):(\d+)\)?$/gm)) {
    const file = normalizePath(name!.replace(/^file:\/\//, ''))
    if (!file.startsWith(`${config.root}/`) || file.includes('/node_modules/')) continue
    if (path.posix.normalize(file) !== file) continue
    const source = read(file)
    if (source === null) continue
    const location = { file: shown(file, config), line: Number(line), column: Number(column) }
    return { heading: `${location.file}:${line}:${column}`, text: codeFrame(source, location) }
  }
  return null
}

function shown(id: unknown, { root }: ResolvedConfig): string {
  return typeof id === 'string' ? withoutRoot(id, { root }) : ''
}

/** Makes the project's paths relative to its root: they are shorter and reveal less. */
function withoutRoot(text: string, { root }: Pick<ResolvedConfig, 'root'>): string {
  return text.replaceAll(`${root}/`, '')
}
