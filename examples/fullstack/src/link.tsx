import type { MouseEvent, ReactNode } from 'react'
import { visit } from './current-page.ts'

/** A link that changes the page without loading a document. */
export function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    visit(to)
  }
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  )
}
