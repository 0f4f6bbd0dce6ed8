import { h } from './dom.ts'

/** How the rows of a list are made. */
export interface Rows<Item> {
  /** In pixels; it must not depend on what is shown. */
  readonly height: (item: Item) => number
  readonly render: (item: Item, index: number) => HTMLElement
}

/** Rows beyond the edges that are there already, in pixels. */
const MARGIN = 240

/**
 * A list that has only the rows that can be seen, so that 5,000 cost as much as 50. Rows stand at places that are worked
 * out from the heights, and a row that has the focus stays.
 */
export class VirtualList<Item> {
  readonly #scroller: HTMLElement
  readonly #body: HTMLElement
  readonly #rows: Rows<Item>
  #items: readonly Item[] = []
  /** Where each row begins; one more for the end of the last. */
  #tops: Float64Array = new Float64Array(1)
  readonly #shown = new Map<number, HTMLElement>()

  /**
   * @param scroller what scrolls
   * @param body holds the rows, with nothing else in it
   */
  constructor(scroller: HTMLElement, body: HTMLElement, rows: Rows<Item>) {
    this.#scroller = scroller
    this.#body = body
    this.#rows = rows
    scroller.addEventListener('scroll', () => this.#show(), { passive: true })
    new ResizeObserver(() => this.#show()).observe(scroller)
  }

  /** Shows other items. */
  set(items: readonly Item[]): void {
    this.#items = items
    this.#tops = new Float64Array(items.length + 1)
    items.forEach((item, index) => (this.#tops[index + 1] = this.#tops[index]! + this.#rows.height(item)))
    this.#body.style.height = `${this.#tops[items.length]}px`
    this.#shown.clear()
    this.#body.replaceChildren()
    this.#show()
  }

  /** Scrolls so that an item can be seen. */
  reveal(index: number): void {
    const [top, bottom] = [this.#tops[index]!, this.#tops[index + 1]!]
    const { scrollTop, clientHeight } = this.#scroller
    if (top < scrollTop) this.#scroller.scrollTop = top
    else if (bottom > scrollTop + clientHeight) this.#scroller.scrollTop = bottom - clientHeight
    this.#show()
  }

  /** The element of an item, if it is there. */
  elementOf(index: number): HTMLElement | undefined {
    return this.#shown.get(index)
  }

  #show(): void {
    const { scrollTop, clientHeight } = this.#scroller
    const first = this.#indexAt(scrollTop - MARGIN)
    const last = this.#indexAt(scrollTop + clientHeight + MARGIN)
    for (const [index, element] of this.#shown) {
      if ((index >= first && index <= last) || element.contains(document.activeElement)) continue
      element.remove()
      this.#shown.delete(index)
    }
    const added = new Map<number, HTMLElement>()
    for (let index = first; index <= last; index += 1) {
      const item = this.#items[index]
      if (item === undefined || this.#shown.has(index)) continue
      const element = this.#rows.render(item, index)
      element.style.transform = `translateY(${this.#tops[index]}px)`
      element.style.height = `${this.#rows.height(item)}px`
      added.set(index, element)
    }
    for (const [index, element] of added) this.#shown.set(index, element)
    this.#place(added)
  }

  /** In the document rows stand in order, for the tab key and for screen readers. */
  #place(added: ReadonlyMap<number, HTMLElement>): void {
    const children = [...this.#shown].sort(([a], [b]) => a - b)
    let before: Element | null = null
    for (const [index, element] of children) {
      if (added.has(index)) {
        if (before === null) this.#body.prepend(element)
        else before.after(element)
      }
      before = element
    }
  }

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

/** What scrolls, with the place of the rows in it. Whoever has no mouse scrolls it with the arrows. */
export function scrollArea(
  label: string,
  ...before: readonly HTMLElement[]
): { scroller: HTMLElement; body: HTMLElement } {
  const body = h('div.rows', { role: 'rowgroup' })
  const scroller = h('div.scroller', { tabindex: 0, role: 'table', 'aria-label': label }, ...before, body)
  return { scroller, body }
}
