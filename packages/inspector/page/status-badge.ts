import { h } from './dom.ts'

/** Returns the status of a response as a coloured badge; null for a request without a response. */
export function statusBadge(status: number | null): HTMLElement {
  const tone = status === null || status >= 500 ? 'delete' : status >= 400 ? 'put' : status >= 300 ? 'post' : 'get'
  return h('span.verb', { class: `verb v-${tone}` }, status === null ? 'aborted' : status)
}
