import type { Action } from 'virtual:routes/server'
import { html, type Html } from '../html.ts'

/** In dev, a bar that says which route answered. A script of the page adds the link to its line. */
export function devBar({ name, controller, action, params, path }: Parameters<Action>[0]['route']): Html | '' {
  if (!import.meta.env.DEV) return ''
  return html`<aside
    class="dev-bar"
    aria-label="The route of this page"
    data-path="${path}"
    data-endpoint="${controller ?? ''}#${action ?? ''}"
  >
    <span>${name ?? '(no name)'}</span>
    <code>${controller ?? ''}#${action ?? ''}</code>
    <code>${JSON.stringify(params)}</code>
  </aside>`
}
