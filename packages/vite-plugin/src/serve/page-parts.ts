// Parts of dev pages, as markup.
import path from 'node:path'
import type { ManifestRoute } from '@turnout/compiler'
import { normalizePath, type ResolvedConfig } from 'vite'
import { INSPECTOR } from '../ids.ts'
import type { Place } from './error-report.ts'
import { markup, type Html } from './html.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Returns methods as coloured badges. */
export function methodBadges(methods: readonly string[]): Html[] {
  return (methods.length === 0 ? ['ANY'] : methods).map((method) => {
    const name = METHODS.has(method) ? method.toLowerCase() : 'other'
    return markup`<span class="verb v-${name}">${method}</span>`
  })
}

/** Returns a pattern with coloured params. */
export function patternMarkup(pattern: string): Html {
  const parts = pattern.split(/([:*]\w+)/)
  return markup`${parts.map((part) => (/^[:*]\w/.test(part) ? markup`<span class="param">${part}</span>` : part))}`
}

/** Returns a link that opens a place in the editor. The path is in the form that Vite's endpoint accepts. */
export function editorLink({ file, line, column }: Place, config: ResolvedConfig, text = `${file}:${line}`): Html {
  const fromHere = normalizePath(path.relative(process.cwd(), path.join(config.root, file)))
  const address = `${config.base}__open-in-editor?file=${encodeURIComponent(`${fromHere}:${line}:${column}`)}`
  return markup`<a class="place" data-editor="" href="${address}" title="Open ${file}:${line}:${column} in the editor"
    >${text}</a
  >`
}

/** Returns the link to the file that declares a route. */
export function declarationLink({ location }: ManifestRoute, config: ResolvedConfig): Html | null {
  return location && editorLink(location, config)
}

/** Returns the address of a request in the inspector. */
export function inspectorAddress(method: string, target: string, { base }: ResolvedConfig): string {
  return `${base}${INSPECTOR}/#/who?${new URLSearchParams({ verb: method, path: target }).toString()}`
}

/** Returns a code frame with its marked line. */
export function frameMarkup(frame: string): Html {
  const lines = frame.split('\n').map((line) => {
    const isMarked = line.startsWith('>') || /^ +\| +\^$/.test(line)
    return markup`<span${isMarked && markup` class="marked"`}>${line}</span>`
  })
  return markup`<pre class="frame" tabindex="0">${lines}</pre>`
}
