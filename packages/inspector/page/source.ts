import type { PageData } from '../src/page-data.ts'

/** The state of the connection to the server; `file` if the page has no server. */
export type Connection = 'live' | 'lost' | 'file'

/**
 * Loads the data of the page: from the page's own file, or from a dev server, which sends an event after each change.
 *
 * @param take receives the data, and again after each change
 * @param say receives the state of the connection
 * @param noteRequest called after the server has handled requests
 */
export function connect(
  take: (data: PageData) => void,
  say: (connection: Connection, error?: string) => void,
  noteRequest: () => void,
): void {
  const embedded = document.querySelector('#turnout-data')
  if (embedded !== null) {
    say('file')
    take(JSON.parse(embedded.textContent) as PageData)
    return
  }
  let currentText = ''
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
      if (text !== currentText) {
        currentText = text
        take(JSON.parse(text) as PageData)
      }
    } catch (error) {
      say('lost', error instanceof Error ? error.message : String(error))
    } finally {
      running = false
    }
    // A change during the request needs another request.
    if (isOutdated) void load()
  }
  const listen = (): void => {
    // All tabs of a browser share six connections to an HTTP/1.1 server. So a hidden page closes its connection.
    if (document.hidden) {
      events?.close()
      events = null
      return
    }
    if (events !== null) return
    events = new EventSource('events')
    // Loads changes from before the connection opened.
    events.addEventListener('open', () => void load())
    events.addEventListener('change', () => void load())
    events.addEventListener('request', noteRequest)
    events.addEventListener('error', () => say('lost'))
  }
  document.addEventListener('visibilitychange', listen)
  void load()
  listen()
}
