// The data of the page: from the page's own file, or from a dev server, which sends an event after each change.
import { signal } from '@preact/signals'
import type { PageData, PageRequest } from '../src/page-data.ts'
import { modelOf, type Model } from './model.ts'

/** The table, the diagnostics and what they are compared with; null until the data has arrived. */
export const model = signal<Model | null>(null)

/** The recent requests, oldest first. They are loaded while a view shows them. */
export const requests = signal<readonly PageRequest[]>([])

/** Keeps `requests` as it is, so that the list stands still while somebody reads it. */
export const isPaused = signal(false)

/** The state of the connection to the server; `file` if the page has no server. */
export const connection = signal<'live' | 'lost' | 'file'>('live')

/** The origin for commands to copy. A page in a file has no server. */
export const SERVER_ORIGIN = location.protocol === 'file:' ? 'http://localhost:5173' : location.origin

let currentText = ''

const loadData = oneAtATime(async () => {
  try {
    const response = await fetch('data.json')
    connection.value = response.ok ? 'live' : 'lost'
    const text = response.ok ? await response.text() : currentText
    if (text === currentText) return
    currentText = text
    model.value = modelOf(JSON.parse(text) as PageData)
  } catch {
    connection.value = 'lost'
  }
})

export const loadRequests = oneAtATime(async () => {
  if (isPaused.value) return
  try {
    const response = await fetch('requests.json', { cache: 'no-store' })
    if (response.ok) requests.value = (await response.json()) as PageRequest[]
  } catch {
    // `loadData` reports a lost connection.
  }
})

/** Returns a function that never runs twice at once: a call during a run causes one more run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isOutdated = false
  const runAll = async () => {
    do {
      isOutdated = false
      await run()
    } while (isOutdated)
    running = null
  }
  return () => {
    isOutdated = running !== null
    return (running ??= runAll())
  }
}

/** @param noteRequest called after the server has handled requests */
export function connect(noteRequest: () => void): void {
  const embedded = document.querySelector('#turnout-data')
  if (embedded !== null) {
    const data = JSON.parse(embedded.textContent) as PageData | null
    if (data !== null) {
      connection.value = 'file'
      model.value = modelOf(data)
    } else {
      // Written without data, the page is part of another one, which sends the data: the playground of the documentation.
      addEventListener('message', ({ source, data }) => void (source === parent && (model.value = modelOf(data))))
    }
    return
  }
  let events: EventSource | null = null
  const listen = (): void => {
    // All tabs of a browser share six connections to an HTTP/1.1 server. So a hidden page closes its connection.
    if (document.hidden) {
      events?.close()
      events = null
      return
    }
    if (events !== null) return
    events = new EventSource('events')
    // Loads changes and requests from before the connection opened, such as while the page was hidden.
    events.addEventListener('open', () => {
      void loadData()
      noteRequest()
    })
    events.addEventListener('change', () => void loadData())
    events.addEventListener('request', noteRequest)
    events.addEventListener('error', () => (connection.value = 'lost'))
  }
  document.addEventListener('visibilitychange', listen)
  void loadData()
  listen()
}
