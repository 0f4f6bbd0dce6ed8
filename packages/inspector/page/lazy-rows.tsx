// A long list that renders only the rows near the visible area, because a table can have thousands.
import { useSignal } from '@preact/signals'
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The number of rows that are rendered together. */
const SIZE = 40

interface Rows<Item> {
  readonly items: readonly Item[]
  readonly render: (item: Item, index: number) => ComponentChildren
  /** The usual height of a row in pixels, for rows that are not rendered. */
  readonly height: number
}

/** Renders items in chunks: a chunk near the visible area contains its rows, and every other one is an empty element. */
export function LazyRows<Item>({ as = 'div', ...rows }: Rows<Item> & { readonly as?: 'div' | 'tbody' }) {
  const starts = Array.from({ length: Math.ceil(rows.items.length / SIZE) }, (_, index) => index * SIZE)
  return starts.map((start) => <Chunk key={start} as={as} start={start} {...rows} />)
}

interface ChunkProps<Item> extends Rows<Item> {
  readonly as: 'div' | 'tbody'
  readonly start: number
}

function Chunk<Item>({ as: Tag, start, items, render, height }: ChunkProps<Item>) {
  const rows = items.slice(start, start + SIZE)
  const element = useRef<HTMLTableSectionElement & HTMLDivElement>(null)
  const isNear = useSignal(start === 0)
  useEffect(() => {
    const { current } = element
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A row with the focus stays.
        isNear.value = entry!.isIntersecting || current!.contains(document.activeElement)
      },
      { root: current!.closest('.scroller'), rootMargin: '400px' },
    )
    observer.observe(current!)
    return () => observer.disconnect()
  }, [])
  return (
    <Tag ref={element} style={{ height: isNear.value ? '' : `${rows.length * height}px` }}>
      {isNear.value && rows.map((item, index) => render(item, start + index))}
    </Tag>
  )
}

/** Moves the focus with the arrow keys between the search and the links of the rows, which have the class `stop`. */
export function followArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.search, .stop')]
  const index = stops.indexOf(event.target as HTMLElement)
  if (step === 0 || index < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  stops[index + step]?.focus()
}
