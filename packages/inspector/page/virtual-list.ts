// A list that renders only the rows in view, because a table can have thousands.
import { h } from './dom.ts'

/** The functions by which a list renders its rows. */
export interface RowRenderer<Item> {
  /** Returns the height in pixels, which must depend on the item only. */
  readonly height: (item: Item) => number
  readonly render: (item: Item, index: number) => HTMLElement
}

/** Rows up to this distance from the visible area are rendered too, so that a quick scroll shows no gap. In pixels. */
const MARGIN = 240

/**
 * A list that renders only its visible rows, so that 5,000 rows cost as much as 50. The heights of the rows determine
 * their positions. A row with the focus is not removed.
 */
export class VirtualList<Item> {
  readonly #scroller: HTMLElement
  readonly #body: HTMLElement
  readonly #renderer: RowRenderer<Item>
  #items: readonly Item[] = []
  /** The top of each row, and at the end the bottom of the last row. */
  #tops: Float64Array = new Float64Array(1)
  /** The rendered rows by the index of their item. */
  readonly #rendered = new Map<number, HTMLElement>()

  /**
   * @param scroller the element that scrolls
   * @param body the element for the rows; it must be empty
   */
  constructor(scroller: HTMLElement, body: HTMLElement, renderer: RowRenderer<Item>) {
    this.#scroller = scroller
    this.#body = body
    this.#renderer = renderer
    scroller.addEventListener('scroll', () => this.#renderVisible(), { passive: true })
    new ResizeObserver(() => this.#renderVisible()).observe(scroller)
  }

  /** Replaces the items. */
  setItems(items: readonly Item[]): void {
    this.#items = items
    this.#tops = new Float64Array(items.length + 1)
    items.forEach((item, index) => (this.#tops[index + 1] = this.#tops[index]! + this.#renderer.height(item)))
    this.#body.style.height = `${this.#tops[items.length]}px`
    this.#rendered.clear()
    this.#body.replaceChildren()
    this.#renderVisible()
  }

  /** Scrolls until an item is visible. */
  reveal(index: number): void {
    const [top, bottom] = [this.#tops[index]!, this.#tops[index + 1]!]
    const { scrollTop } = this.#scroller
    // The headings cover a part of the scroller.
    const height = this.#scroller.clientHeight - (this.#body.offsetTop - this.#scroller.offsetTop)
    if (top < scrollTop) this.#scroller.scrollTop = top
    else if (bottom > scrollTop + height) this.#scroller.scrollTop = bottom - height
    this.#renderVisible()
  }

  /** Returns the element of an item, if it is rendered. */
  elementOf(index: number): HTMLElement | undefined {
    return this.#rendered.get(index)
  }

  /** Returns the item at an index; undefined beyond the ends. */
  itemAt(index: number): Item | undefined {
    return this.#items[index]
  }

  /** Returns the index of the row that contains an element; null if no rendered row does. */
  indexOf(element: Element): number | null {
    for (const [index, row] of this.#rendered) if (row.contains(element)) return index
    return null
  }

  /** Scrolls to an item, and moves the focus to the first link of its row. Does nothing beyond the ends. */
  focus(index: number): void {
    if (this.#items[index] === undefined) return
    this.reveal(index)
    this.#rendered.get(index)?.querySelector('a')?.focus({ preventScroll: true })
  }

  #renderVisible(): void {
    const { scrollTop, clientHeight } = this.#scroller
    const firstIndex = this.#indexAt(scrollTop - MARGIN)
    const lastIndex = this.#indexAt(scrollTop + clientHeight + MARGIN)
    for (const [index, element] of this.#rendered) {
      if ((index >= firstIndex && index <= lastIndex) || element.contains(document.activeElement)) continue
      element.remove()
      this.#rendered.delete(index)
    }
    const added = new Map<number, HTMLElement>()
    for (let index = firstIndex; index <= lastIndex; index += 1) {
      const item = this.#items[index]
      if (item === undefined || this.#rendered.has(index)) continue
      const element = this.#renderer.render(item, index)
      element.style.transform = `translateY(${this.#tops[index]}px)`
      element.style.height = `${this.#renderer.height(item)}px`
      added.set(index, element)
      this.#rendered.set(index, element)
    }
    this.#place(added)
  }

  /** Adds rows to the document in their order, for the tab key and for screen readers. */
  #place(added: ReadonlyMap<number, HTMLElement>): void {
    const children = [...this.#rendered].sort(([a], [b]) => a - b)
    let previous: Element | null = null
    for (const [index, element] of children) {
      if (added.has(index)) {
        if (previous === null) this.#body.prepend(element)
        else previous.after(element)
      }
      previous = element
    }
  }

  /** Returns the index of the row at a distance from the top, in pixels; the nearest row if there is none. */
  #indexAt(offset: number): number {
    let [low, high] = [0, this.#items.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#tops[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return Math.max(0, low)
  }
}

/** Returns a scrolling element, which the arrow keys scroll too, and the element in it for the rows. */
export function scrollArea(
  label: string,
  ...headers: readonly HTMLElement[]
): { scroller: HTMLElement; body: HTMLElement } {
  const body = h('div.rows', { role: 'rowgroup' })
  const scroller = h('div.scroller', { tabindex: 0, role: 'table', 'aria-label': label }, ...headers, body)
  return { scroller, body }
}
