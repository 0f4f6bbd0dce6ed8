/**
 * A click counts only if the page has shown the same request for this long, in milliseconds. Another site can open the
 * page with a request in its address under the pointer of a person who clicks twice.
 */
const STEADY_MS = 600

let steadySince = performance.now()

const restart = (): void => {
  steadySince = performance.now()
}

addEventListener('hashchange', restart)
addEventListener('focus', restart)
addEventListener('pageshow', restart)
document.addEventListener('visibilitychange', restart)

/** True if the event is a person's click or key on a page that has been visible and unchanged for a while. */
export function isDeliberate(event: Event): boolean {
  return event.isTrusted && document.visibilityState === 'visible' && performance.now() - steadySince >= STEADY_MS
}
