// The start of the inspector's page: shows the views, and updates them with new data.
import type { PageData } from '../src/page-data.ts'
import { addressOf, readAddress } from './address.ts'
import { ChangesView } from './changes-view.ts'
import { DiagnosticsView } from './diagnostics-view.ts'
import { fill, h, svg } from './dom.ts'
import { HelpersView } from './helpers-view.ts'
import { modelOf, type Model } from './model.ts'
import { RequestSource } from './request-source.ts'
import { RequestsView } from './requests-view.ts'
import { RoutesView } from './routes-view.ts'
import { shortcutsDialog } from './shortcuts.ts'
import { connect, type Connection } from './source.ts'
import { themeButton } from './theme.ts'
import type { View } from './view.ts'
import { WhoView } from './who-view.ts'

const requests = new RequestSource()

const views: readonly View[] = [
  new RoutesView(requests),
  new WhoView(requests),
  new RequestsView(requests),
  new HelpersView(),
  new DiagnosticsView(),
  new ChangesView(),
]

let model: Model | null = null
let shown: View | null = null
/** The views that have not received the current data. */
const stale = new Set<View>()

const title = h('h1.title')
const about = h('p.about')
const status = h('p.status', { role: 'status' })
const banner = h('div.banner', { role: 'alert', hidden: true })
const content = h('div.content')
const project = h('p.project')
const links = new Map(views.map((view) => [view, h('a.nav-link', { href: addressOf(view.id) }, view.title)]))

const shortcuts = shortcutsDialog()
const help = h(
  'button.quiet.help',
  { type: 'button', 'aria-label': 'Shortcuts', title: 'Shortcuts (?)', onclick: () => shortcuts.showModal() },
  '?',
)

document.body.replaceChildren(
  h('a.skip', { href: '#main' }, 'Skip to the content'),
  h(
    'header.side',
    {},
    h('div.brand', {}, logo(), h('div', {}, h('p.word', {}, 'Turnout'), project)),
    h('nav.nav', { 'aria-label': 'Views' }, ...links.values()),
    h('div.foot', {}, status, help, themeButton()),
  ),
  h('main.main', { id: 'main', tabindex: -1 }, banner, h('div.head', {}, title, about), content),
  shortcuts,
)
// The skip link must not change the fragment, which selects the view.
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')!.focus()
})

document.addEventListener('keydown', (event) => {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (isTyping || isCommand || shortcuts.open) return
  const search = event.key === '/' ? content.querySelector<HTMLInputElement>('.search') : null
  if (event.key !== '?' && search === null) return
  event.preventDefault()
  if (search === null) return shortcuts.showModal()
  search.select()
  search.focus()
})

/** Returns the views that have something to show. */
function availableViews(): View[] {
  return model === null ? [] : views.filter((view) => view.isFor?.(model!) ?? true)
}

function show(): void {
  const { view: id, params } = readAddress()
  if (model === null) return
  const available = availableViews()
  // A file with a comparison opens with it.
  const view =
    available.find((candidate) => candidate.id === id) ??
    (model.data.diff === null || model.data.editor !== null ? available[0]! : available.at(-1)!)
  if (stale.delete(view)) view.take(model)
  if (view !== shown) {
    shown = view
    for (const [other, link] of links) {
      if (other === view) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    links.get(view)!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    title.textContent = view.title
    about.textContent = view.about
    fill(content, view.element)
  }
  view.show?.(params)
  document.title = `${view.title} · ${model.data.title} · Turnout`
}

function take(data: PageData): void {
  model = modelOf(data)
  for (const view of views) stale.add(view)
  project.textContent = data.title
  project.title = data.title
  for (const [view, link] of links) {
    link.hidden = view.isFor?.(model) === false
    const count = view.count?.(model) ?? null
    const badge =
      count === null ? null : h('span.count', { class: `count ${count.tone ?? ''}` }, count.number.toLocaleString('en'))
    fill(link, view.title, badge)
  }
  banner.hidden = !data.isStale
  if (data.isStale) {
    const what = data.manifest === null ? 'There is no route table yet' : 'This is the last good table'
    fill(
      banner,
      `${what}: the route files have an error. `,
      h('a', { href: addressOf('diagnostics') }, 'See the diagnostics'),
    )
  }
  show()
}

function say(connection: Connection): void {
  const words = { live: 'Live', lost: 'No connection to the server', file: 'A file, not live' }
  status.className = `status is-${connection}`
  if (status.textContent !== words[connection]) status.textContent = words[connection]
}

function logo(): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 32 32', 'aria-hidden': true, class: 'logo' },
    svg('path', { d: 'M3 23h26' }),
    svg('path', { d: 'M6 23c9 0 9-13 18-13h5' }),
    svg('circle', { cx: 6, cy: 23, r: 3.5 }),
  )
}

window.addEventListener('hashchange', show)
// The list is read while a view shows it, and once when such a view opens.
connect(take, say, () => {
  if (shown?.id === 'requests') requests.refresh()
})
