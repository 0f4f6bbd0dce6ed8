import type { MouseEvent, ReactNode } from 'react'
import { usePath, visit } from './location.ts'

/** A link that changes the page without a request. The link to the current page is marked. */
export function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isCurrent = usePath() === to
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    visit(to)
  }
  return (
    <a href={to} onClick={follow} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
