import type { PageData } from '../src/inspector/page-data.ts'

/** How the page stands to its server. */
export type Connection = 'live' | 'lost' | 'file'

/** Where the page has its data from: a dev server, which tells of changes, or the file that it stands in. */
export function connect(take: (data: PageData) => void, say: (connection: Connection, error?: string) => void): void {
  const embedded = document.querySelector('#turnout-data')
  if (embedded !== null) {
    say('file')
    take(JSON.parse(embedded.textContent) as PageData)
    return
  }
  let shown = ''
  let events: EventSource | null = null
  let running = false
  let isOutdated = false
  const load = async (): Promise<void> => {
    isOutdated = running
    if (running) return
    running = true
    try {
      const response = await fetch('data.json')
      if (!response.ok) throw new Error(`The server answered ${response.status}.`)
      const text = await response.text()
      say('live')
      if (text !== shown) {
        shown = text
        take(JSON.parse(text) as PageData)
      }
    } catch (error) {
      say('lost', error instanceof Error ? error.message : String(error))
    } finally {
      running = false
    }
    // What was asked for meanwhile may be newer.
    if (isOutdated) void load()
  }
  const listen = (): void => {
    // A browser has six connections to a server of HTTP/1.1 for all its tabs; one that nobody sees takes none.
    if (document.hidden) {
      events?.close()
      events = null
      return
    }
    if (events !== null) return
    events = new EventSource('events')
    // What has changed until it is open would be missed.
    events.addEventListener('open', () => void load())
    events.addEventListener('change', () => void load())
    events.addEventListener('error', () => say('lost'))
  }
  document.addEventListener('visibilitychange', listen)
  void load()
  listen()
}
