// The dev bar: the route of a page, in the corner of the page. The dev server adds this script to pages of the application.
// The bar is in a shadow root with constructed styles, so that it needs no permission of the page's policy except to run this
// script, and so that its styles and those of the page do not change each other.
import { paletteVariables, toneOf } from '@turnout/compiler/internal/manifest/print/palette'
import type { BarData, BarRoute } from '../src/page-data.ts'

/** The key of the stored state: two words, such as `open left`. All pages of the origin share it. */
const STATE = 'turnout-bar'

/** In pixels. On narrower screens the bar starts collapsed. */
const NARROW = 640

/** The mark of Turnout, as in `icon.svg`. */
const MARK = ['M6 22h20', 'M8 22c8 0 8-12 16-12h2']

/** The styles of the dev bar. `!important` protects the host element from the styles of the page. */
const BAR_STYLE = `
:host {
  ${paletteVariables()}
  all: initial !important;
  position: fixed !important;
  inset: auto auto 12px 12px !important;
  z-index: 2147483646 !important;
  box-sizing: border-box !important;
  max-width: min(44rem, calc(100vw - 24px)) !important;
  color-scheme: light dark !important;
}
:host([data-side='right']) { inset: auto 12px 12px auto !important; }
* { box-sizing: border-box; }
aside {
  max-height: 50vh;
  overflow-y: auto;
  border: 1px solid light-dark(#7d8b83, #74837b);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  box-shadow: 0 4px 18px rgb(0 0 0 / 0.18);
  font: 12px/1.6 ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  overflow-wrap: anywhere;
}
summary { display: flex; flex-wrap: wrap; align-items: center; gap: 0 10px; padding: 6px 12px; border-radius: 9px; cursor: pointer; }
summary svg { width: 18px; height: 18px; border-radius: 4px; background: #0d6b4f; }
button { margin-left: auto; border: 0; padding: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-underline-offset: 3px; cursor: pointer; }
code { font: inherit; }
strong { font-weight: 700; }
p { margin: 0; padding: 0 12px 4px; }
p:last-of-type { padding-bottom: 8px; }
.line { display: flex; flex-wrap: wrap; gap: 0 14px; }
span, .moved { color: var(--soft); }
span code { color: var(--ink); }
a { color: var(--accent); text-underline-offset: 3px; }
[hidden], .announcer:empty { display: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@media print { aside { display: none; } }
.failed, .problems { color: var(--delete); font-weight: 700; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); } .other { color: var(--other); }
`

const script = document.querySelector<HTMLElement>('script[data-turnout-bar]')
const json = script?.dataset['turnoutBar']
script?.remove()
// Frames of a page would each have a bar. Browsers that a program drives run tests of the application: queries, clicks and
// pictures in them see the page of production.
if (json !== undefined && window.top === window && !navigator.webdriver) showBar(JSON.parse(json) as BarData)

function showBar(data: BarData): void {
  const host = document.createElement('turnout-bar')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(BAR_STYLE)
  root.adoptedStyleSheets = [sheet]
  root.append(barOf(data, host))
  // Not in the body: frameworks own its children.
  document.documentElement.append(host)
  // The end of the page can be scrolled above the bar, so that the bar covers nothing for good.
  new ResizeObserver(() => {
    document.documentElement.style.paddingBottom = `${host.offsetHeight + 24}px`
  }).observe(host)
}

function barOf(
  { method, status, ms, problems, routes, inspector, diagnostics }: BarData,
  host: HTMLElement,
): HTMLElement {
  const announcer = h('p.announcer', { role: 'status' })
  const moved = h('p.moved', { hidden: true }, 'The address has changed since the server sent this page.')
  const [state, side] = readState()
  host.dataset['side'] = side
  const otherSide = () => (host.dataset['side'] === 'left' ? 'right' : 'left')
  const move = h('button', { type: 'button' }, `Move to the ${otherSide()}`)
  const details = h(
    'details',
    { open: state === 'open' },
    h(
      'summary',
      { title: 'The route that handled the request of this page' },
      mark(),
      h(
        'code.route',
        {},
        h(`strong.${toneOf(method)}`, {}, method),
        ` ${routes.map(({ pattern }) => withoutFormat(pattern)).join(' or ')}`,
      ),
      h(status < 400 ? 'span' : 'span.failed', {}, String(status)),
      h('span', {}, `${ms} ms`),
      problems > 0 && h('span.problems', {}, countOf(problems)),
    ),
    announcer,
    moved,
    ...routes.map((route) => routeLine(route, announcer)),
    h(
      'p.line',
      {},
      routes.length > 1 && h('span', {}, 'A constraint function chose one of these routes.'),
      h('a', { href: inspector }, 'Why this route?'),
      problems > 0 && h('a', { href: diagnostics }, `See ${countOf(problems)}`),
      move,
    ),
  )
  const save = () => writeState(`${details.open ? 'open' : 'collapsed'} ${host.dataset['side']}`)
  details.addEventListener('toggle', save)
  move.addEventListener('click', () => {
    host.dataset['side'] = otherSide()
    move.textContent = `Move to the ${otherSide()}`
    save()
  })
  watchAddress((isMoved) => (moved.hidden = !isMoved))
  return h('aside', { 'aria-label': 'The route of this page' }, details)
}

function countOf(problems: number): string {
  return `${problems} ${problems === 1 ? 'problem' : 'problems'}`
}

/** Nearly every route permits a format, so the bar does not show it. */
function withoutFormat(pattern: string): string {
  return pattern.replace(/\(\.:format\)$/, '')
}

function mark(): SVGElement {
  const svg = svgElement('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' })
  for (const d of MARK) {
    svg.append(svgElement('path', { d, fill: 'none', stroke: '#fff', 'stroke-width': '3', 'stroke-linecap': 'round' }))
  }
  svg.append(svgElement('circle', { cx: '8', cy: '22', r: '3', fill: '#fff' }))
  return svg
}

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

function routeLine({ endpoint, name, params, place }: BarRoute, announcer: HTMLElement): HTMLElement {
  return h(
    'p.line',
    {},
    h('code', {}, endpoint),
    ' ',
    name !== null && h('span', {}, 'name ', h('code', {}, name)),
    ' ',
    ...params.flatMap(([param, value]) => [h('span.param', {}, `${param} `, h('code', {}, value)), ' ']),
    place && editorLink(place, announcer),
  )
}

/** Returns a link that opens the editor without leaving the page. */
function editorLink({ text, address }: NonNullable<BarRoute['place']>, announcer: HTMLElement): HTMLElement {
  const link = h('a', { href: address, title: `Open ${text} in the editor` }, text)
  link.addEventListener('click', (event) => {
    event.preventDefault()
    fetch(address).then(
      () => (announcer.textContent = 'Opened in the editor.'),
      () => (announcer.textContent = 'The editor did not open.'),
    )
  })
  return link
}

/** Calls a function when the client changes the path or the query without a request, and when it returns. */
function watchAddress(update: (isMoved: boolean) => void): void {
  const firstAddress = addressOfPage()
  const compare = () => update(addressOfPage() !== firstAddress)
  addEventListener('popstate', compare)
  const { navigation } = window as { readonly navigation?: EventTarget }
  navigation?.addEventListener('currententrychange', compare)
}

function addressOfPage(): string {
  return location.pathname + location.search
}

/** Returns the stored state and side. Pages in a sandbox have no storage. */
function readState(): [state: string, side: string] {
  const defaults: [string, string] = [innerWidth < NARROW ? 'collapsed' : 'open', 'left']
  try {
    const [, state, side] = /^(open|collapsed) (left|right)$/.exec(localStorage.getItem(STATE) ?? '') ?? []
    return state && side ? [state, side] : defaults
  } catch {
    return defaults
  }
}

function writeState(state: string): void {
  try {
    localStorage.setItem(STATE, state)
  } catch {
    // The next page starts with the defaults.
  }
}

type Props = Readonly<Record<string, string | boolean>>

/**
 * Creates an element. Strings become text nodes, so that no content of a page can become markup.
 *
 * @param tag the tag name with a class: `p.line`
 */
function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag | `${Tag}.${string}`,
  props: Props,
  ...children: readonly (Node | string | null | false)[]
): HTMLElementTagNameMap[Tag] {
  const [name, className = ''] = tag.split('.') as [Tag, string?]
  const element = Object.assign(document.createElement(name), { className })
  for (const [attribute, value] of Object.entries(props)) {
    if (value !== false) element.setAttribute(attribute, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}
