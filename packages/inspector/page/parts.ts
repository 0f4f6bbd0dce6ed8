// Small elements that several views show: verbs, patterns, places in files, code frames.
import type { Location } from '@turnout/compiler/internal/manifest/manifest'
import type { PageEditor, PageFile } from '../src/page-data.ts'
import { h, svg, type Child } from './dom.ts'

const VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Returns the verbs of a route as coloured badges. */
export function verbBadges(verbs: readonly string[]): HTMLElement {
  const labels = verbs.length === 0 ? ['ANY'] : verbs
  return h(
    'span.verbs',
    {},
    ...labels.map((verb) =>
      h('span.verb', { class: `verb v-${VERBS.has(verb) ? verb.toLowerCase() : 'other'}` }, verb),
    ),
  )
}

/** Returns a path pattern with highlighted params, and with the search words marked. */
export function patternText(pattern: string, words: readonly string[] = []): HTMLElement {
  const parts = pattern.split(/([:*]\w+)/).filter((part) => part !== '')
  return h(
    'span.pattern',
    {},
    ...parts.map((part) => h(/^[:*]\w/.test(part) ? 'span.param' : 'span', {}, ...marked(part, words))),
  )
}

/** Returns a string with the search words marked. */
export function marked(text: string, words: readonly string[]): Child[] {
  if (words.length === 0) return [text]
  const lower = text.toLowerCase()
  const children: Child[] = []
  let end = 0
  // The length of some letters changes in lower case. Then offsets would be wrong, and nothing is marked.
  while (lower.length === text.length) {
    let [next, length] = [-1, 0]
    for (const word of words) {
      const at = lower.indexOf(word, end)
      if (at >= 0 && (next < 0 || at < next || (at === next && word.length > length)))
        [next, length] = [at, word.length]
    }
    if (next < 0) break
    children.push(text.slice(end, next), h('mark', {}, text.slice(next, next + length)))
    end = next + length
  }
  children.push(text.slice(end))
  return children
}

/** Returns a location in a route file: a button that opens it in the editor, or plain text if there is no editor. */
export function placeOf(location: Location | null, editor: PageEditor | null): HTMLElement {
  if (location === null) return h('span.place', {}, '')
  const { file, line, column } = location
  const text = `${file}:${line}`
  // If space is short, the file name is truncated, and not the line number.
  const label = () => [h('span.file', {}, file), h('span', {}, `:${line}`)]
  if (editor === null) return h('span.place', { title: `${text}:${column}` }, ...label())
  return opener(`${text}:${column}`, `${editor.prefix}${text}:${column}`, editor, label())
}

/** Returns a file outside the project, as a button or plain text like `placeOf`. */
export function fileOf({ name, opens }: PageFile, editor: PageEditor | null): HTMLElement {
  return editor === null || !opens ? h('span.place', {}, name) : opener(name, name, editor, [name])
}

/** Returns a button that opens a file. The path is in the form that Vite's editor endpoint accepts. */
function opener(name: string, path: string, editor: PageEditor, label: Child[]): HTMLElement {
  const button = h('button.place', { type: 'button', title: `Open ${name} in the editor` }, ...label)
  button.addEventListener('click', () => {
    void fetch(`${editor.address}?file=${encodeURIComponent(path)}`).then(
      () => flash(button, 'opened'),
      () => flash(button, 'failed'),
    )
  })
  return button
}

function flash(element: HTMLElement, name: string): void {
  element.classList.add(name)
  setTimeout(() => element.classList.remove(name), 900)
}

/** Returns a code frame: the lines around a location. */
export function codeFrameOf(frame: string): HTMLElement {
  return h(
    'pre.frame',
    { tabindex: 0, 'aria-label': 'Source' },
    ...frame
      .split('\n')
      .map((line) =>
        h(line.startsWith('>') ? 'span.here' : /^ +\| *\^$/.test(line) ? 'span.caret' : 'span', {}, `${line}\n`),
      ),
  )
}

/** Returns a message with its parts in backticks as `code` elements. */
export function prose(text: string): HTMLElement {
  return h('span', {}, ...text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part))))
}

/** A picture for an empty view: a track that ends, or a track that is clear. */
type EmptyPicture = 'end' | 'clear'

/** Returns the placeholder of an empty view: a picture, a title, the next step, and its sample or button. */
export function empty(
  title: string,
  text: string,
  { picture = 'end', next = null }: { readonly picture?: EmptyPicture; readonly next?: Child } = {},
): HTMLElement {
  return h('div.empty', {}, emptyPicture(picture), h('p.empty-title', {}, title), h('p', {}, prose(text)), next)
}

/** Returns the placeholder of a view for a table without routes, with the smallest route file. */
export function emptyTable(): HTMLElement {
  const sample = `r.resources('photos')\nr.root('pages#home')`
  return empty(
    'There are no routes yet',
    'Declare routes in the route file, for example `config/routes.ts`. They appear here when you save it.',
    {
      next: h('pre.frame.empty-sample', { tabindex: 0, 'aria-label': 'An example' }, sample),
    },
  )
}

function emptyPicture(picture: EmptyPicture): SVGElement {
  const isClear = picture === 'clear'
  return svg(
    'svg',
    { viewBox: '0 0 160 64', 'aria-hidden': true, class: `empty-picture is-${picture}` },
    svg('path', { d: 'M8 44H152', class: isClear ? 'rail' : 'rail faint' }),
    svg('path', { d: 'M40 44C66 44 62 18 90 18H118', class: 'rail faint' }),
    svg('circle', { cx: 40, cy: 44, r: 6, class: 'halt' }),
    svg('circle', { cx: isClear ? 120 : 118, cy: isClear ? 44 : 18, r: 6, class: isClear ? 'halt' : 'halt faint' }),
    isClear && svg('path', { d: 'M72 44l7 7 13-14', class: 'tick-mark' }),
  )
}
