// The start of the inspector's page: shows the view of the address, and updates it with new data.
import { effect } from '@preact/signals'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { address, addressOf } from './address.ts'
import { diagnosticsView } from './diagnostics-view.tsx'
import { helpersView } from './helpers-view.tsx'
import { matchView } from './match-view.tsx'
import type { Model } from './model.ts'
import type { View } from './parts.tsx'
import { requestsView } from './requests-view.tsx'
import { routesView } from './routes-view.tsx'
import { connect, connection, loadRequests, model } from './source.ts'

const VIEWS = [routesView, matchView, requestsView, helpersView, diagnosticsView]
const CONNECTIONS = { live: 'Live', lost: 'No connection to the server', file: 'A file, not live' }

/** Returns the views that have something to show. */
const viewsFor = (loaded: Model): readonly View[] => VIEWS.filter(({ isFor }) => isFor?.(loaded) ?? true)

/** Returns the view of the address; null if there is no such view. */
function currentView(model: Model): View | null {
  const { view } = address.value
  return view === '' ? routesView : (viewsFor(model).find(({ id }) => id === view) ?? null)
}

function Page() {
  const view = model.value && currentView(model.value)
  // On a phone, the navigation scrolls.
  useEffect(() => {
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view])
  if (model.value === null) return null
  const { data } = model.value
  return (
    <>
      {/* The link must not change the fragment, which selects the view. */}
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="side">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M3 23h26M6 23c9 0 9-13 18-13h5" />
          <circle cx="6" cy="23" r="3.5" />
        </svg>
        <p title={data.title}>
          <b>Turnout</b>
          <small>{data.title}</small>
        </p>
        <nav aria-label="Views">
          {viewsFor(model.value).map((each) => {
            const [number, tone = ''] = each.count?.(model.value!) ?? []
            return (
              <a href={addressOf(each.id)} aria-current={each === view ? 'page' : undefined}>
                {each.title}
                {number !== undefined && (
                  <span class={`count ${tone && `badge ${tone}`}`}>{number.toLocaleString('en')}</span>
                )}
              </a>
            )
          })}
        </nav>
        <p class={`status ${connection.value}`} role="status">
          {CONNECTIONS[connection.value]}
        </p>
      </header>
      <main id="main" tabIndex={-1}>
        {data.isStale && (
          <p class="note error" role="alert">
            {data.manifest === null ? 'There is no route table yet' : 'This is the last good table'}: the route files
            have an error. <a href={addressOf('diagnostics')}>See the diagnostics</a>
          </p>
        )}
        <h1>{view?.title ?? 'Nothing to show'}</h1>
        <p class="about">{view?.about ?? 'The page has no such view now. Select one in the navigation.'}</p>
        {view !== null && <view.Content key={view.id} />}
      </main>
    </>
  )
}

function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')!.focus()
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
  const search = document.querySelector<HTMLInputElement>('.search')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey || search === null) return
  event.preventDefault()
  search.select()
})

effect(() => {
  if (model.value !== null) {
    document.title = `${currentView(model.value)?.title ?? 'Not found'} · ${model.value.data.title} · Turnout`
  }
})
render(<Page />, document.body)
connect(() => address.value.view === 'requests' && void loadRequests())
