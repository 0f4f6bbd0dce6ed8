import type { VirtualList } from './virtual-list.ts'

/** Moves the focus with the arrow keys: from a search into the rows of a list, between the rows, and back. */
export function followArrows<Item>(
  event: KeyboardEvent,
  search: HTMLElement,
  list: VirtualList<Item>,
  isRow: (item: Item) => boolean = () => true,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const isDown = event.key === 'ArrowDown'
  const isInSearch = event.target === search
  const position = list.indexOf(event.target as Element)
  if (isInSearch ? !isDown : position === null) return
  event.preventDefault()
  const step = isDown ? 1 : -1
  let index = isInSearch ? 0 : position! + step
  for (let item = list.itemAt(index); item !== undefined && !isRow(item); item = list.itemAt(index)) index += step
  if (index < 0) search.focus()
  else list.focus(index)
}
