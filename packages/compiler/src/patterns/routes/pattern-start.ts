// Reads and removes the start of a pattern.
import type { Pattern, Segment } from '../pattern/pattern.ts'

/**
 * True for `/photos`, and for an optional group that begins with a slash, whichever groups inside it are left out:
 *
 *     (/:id)   -> true
 *     ((/a)/b) -> true
 *     ((/a)b)  -> false
 */
export function startsWithSlash(item: Segment): boolean {
  if (item.kind !== 'optional') return item.kind === 'static' && item.text.startsWith('/')
  const firstRequired = item.segments.findIndex(({ kind }) => kind !== 'optional')
  const starts = firstRequired < 0 ? item.segments : item.segments.slice(0, firstRequired + 1)
  return starts.every(startsWithSlash)
}

/** Returns the pattern without the first `length` characters of its first literal: `/photos/:id`, 1 -> `photos/:id`. */
export function withoutStart(items: Pattern, length: number): Pattern {
  const [firstItem, ...otherItems] = items
  if (firstItem?.kind !== 'static') return items
  const rest = firstItem.text.slice(length)
  return rest === '' ? otherItems : [{ kind: 'static', text: rest }, ...otherItems]
}

/**
 * Returns the patterns after the first slash of a path, where the walk begins. Each leading optional group doubles them.
 *
 *     /photos/:id       -> photos/:id
 *     (/:locale)/photos -> :locale/photos, and photos
 */
export function withoutFirstSlash(items: Pattern, anchored: boolean): Pattern[] {
  const [firstItem, ...otherItems] = items
  if (firstItem === undefined) return anchored ? [] : [[]]
  if (firstItem.kind === 'static') return firstItem.text.startsWith('/') ? [withoutStart(items, 1)] : []
  if (firstItem.kind !== 'optional') return []
  return [
    ...withoutFirstSlash([...firstItem.segments, ...otherItems], anchored),
    ...withoutFirstSlash(otherItems, anchored),
  ]
}
