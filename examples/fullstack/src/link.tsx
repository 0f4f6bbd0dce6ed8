import type { MouseEvent, ReactNode } from 'react'
import { useCurrentPage, visit } from './current-page.ts'

/** A link that changes the page without loading a document. The link to the current page is marked. */
export function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  // The component renders again when the page changes.
  useCurrentPage()
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    visit(to)
  }
  return (
    <a href={to} onClick={follow} aria-current={location.pathname === to ? 'page' : undefined}>
      {children}
    </a>
  )
}
