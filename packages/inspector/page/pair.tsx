// A searchable list beside the details of its selected item, for the views of requests and helpers.
import type { ComponentChildren } from 'preact'
import { address, addressOf, words } from './address.ts'
import { followArrows, LazyRows } from './lazy-rows.tsx'
import { countOf, Empty, Search } from './parts.tsx'

interface PairProps<Item> {
  /** `helper` */
  readonly noun: string
  /** The placeholder of the search. */
  readonly placeholder: string
  readonly items: readonly Item[]
  /** Returns the string that the search looks in. */
  readonly textOf: (item: Item) => string
  /** Returns false for an item that a filter hides. */
  readonly isShown?: (item: Item) => boolean
  /** Returns the value that selects an item, and the parameter of the address that contains it. */
  readonly keyOf: (item: Item) => string
  readonly parameter: string
  /** Returns the content of an item's link. */
  readonly render: (item: Item) => ComponentChildren
  readonly detail: (item: Item) => ComponentChildren
  /** The title and text of the list without items, and the texts of the list without a match, of the details without an item and of one that is gone. */
  readonly empty: readonly [title: string, text: string]
  readonly unmatched: string
  readonly unselected: string
  readonly gone: string
  /** Shown next to the search. */
  readonly children?: ComponentChildren
}

export function Pair<Item>(props: PairProps<Item>) {
  const { noun, placeholder, items, textOf, isShown = () => true, keyOf, parameter, render, detail } = props
  const { view, params } = address.value
  const foundItems = items.filter((item) => {
    if (words.value.length === 0) return isShown(item)
    const text = textOf(item).toLowerCase()
    return isShown(item) && words.value.every((word) => text.includes(word))
  })
  const selected = items.find((item) => keyOf(item) === params[parameter])
  const [emptyTitle, emptyText] = props.empty
  return (
    <section class={`pair ${selected === undefined ? '' : 'has-choice'}`} aria-label={`${noun}s`}>
      <div class="list" onKeyDown={followArrows}>
        <div class="tools">
          <Search label={`Search the ${noun}s`} placeholder={placeholder} />
          {props.children}
        </div>
        <p class="found" role="status">
          {countOf(foundItems.length, items.length, noun)}
        </p>
        <div class="scroller">
          <LazyRows
            items={foundItems}
            height={54}
            render={(item) => (
              <a
                class="item stop"
                href={addressOf(view, { ...params, [parameter]: keyOf(item) })}
                aria-current={item === selected ? 'true' : undefined}
              >
                {render(item)}
              </a>
            )}
          />
          {items.length === 0 ? (
            <Empty title={emptyTitle} text={emptyText} />
          ) : (
            foundItems.length === 0 && <Empty title={`No ${noun} matches the search`} text={props.unmatched} />
          )}
        </div>
      </div>
      <div class="detail sheet" role="region" aria-label={`The selected ${noun}`} tabIndex={0}>
        {selected !== undefined ? (
          <>
            <a class="back" href={addressOf(view, { ...params, [parameter]: null })}>
              ← All {noun}s
            </a>
            {detail(selected)}
          </>
        ) : params[parameter] === undefined ? (
          <Empty title={`Select a ${noun}`} text={props.unselected} />
        ) : (
          <Empty title={`This ${noun} is not in the list`} text={props.gone} />
        )}
      </div>
    </section>
  )
}
