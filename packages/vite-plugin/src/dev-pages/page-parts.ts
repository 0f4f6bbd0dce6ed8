// Parts of dev pages, as markup.
import type { Location } from '@turnout/compiler'
import path from 'node:path'
import { normalizePath } from 'vite'
import { toneOf } from '@turnout/compiler/internal/manifest/print/palette'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { highlight } from './highlight.ts'
import { markup, type Html } from './html.ts'
import type { PageHost } from './page-host.ts'

/** Returns methods as coloured badges. */
export function methodBadges(methods: readonly string[]): Html[] {
  return (methods.length === 0 ? ['ANY'] : methods).map(
    (method) => markup`<span class="verb ${toneOf(method)}">${method}</span>`,
  )
}

/** Returns a pattern with coloured params. */
export function patternMarkup(pattern: string): Html {
  const parts = pattern.split(/([:*]\w+)/)
  return markup`${parts.map((part) => (/^[:*]\w/.test(part) ? markup`<span class="param">${part}</span>` : part))}`
}

/** Returns a link that opens a place in the editor. */
export function editorLink(place: Location, host: PageHost, text = `${place.file}:${place.line}`): Html {
  const { file, line, column } = place
  return markup`<a class="place" data-editor="" href="${editorAddress(place, host)}" title="Open ${file}:${line}:${column} in the editor"
    >${text}</a
  >`
}

/** Returns the address that opens a place in the editor. The path is in the form that Vite's endpoint accepts. */
export function editorAddress({ file, line, column }: Location, { base, root }: PageHost): string {
  const fromHere = normalizePath(path.relative(process.cwd(), path.join(root, file)))
  return `${base}__open-in-editor?file=${encodeURIComponent(`${fromHere}:${line}:${column}`)}`
}

/** Returns the link to the file that declares a route. */
export function declarationLink({ location }: ManifestRoute, host: PageHost): Html | null {
  return location && editorLink(location, host)
}

/** Returns the address of a request in the inspector. */
export function inspectorAddress(method: string, target: string, { inspector }: PageHost): string {
  return `${inspector}#/who?${new URLSearchParams({ verb: method, path: target }).toString()}`
}

/** Returns a code frame in colours, with its marked line. */
export function frameMarkup(frame: string): Html {
  const lines = frame.split('\n').map((line) => {
    const isMarked = line.startsWith('>') || /^ +\| +\^+$/.test(line)
    const [, gutter = '', code = ''] = /^([> ] *\d* \|)?(.*)$/.exec(line)!
    return markup`<span${isMarked && markup` class="marked"`}><span class="comment">${gutter}</span>${highlight(code)}</span>`
  })
  return markup`<pre class="frame" tabindex="0">${lines}</pre>`
}

/** Returns a string with the parts between backticks as code. */
export function codeMarkup(text: string): Html {
  const parts = text.split(/`([^`\n]+)`/)
  return markup`${parts.map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))}`
}
