import type { RouteRow } from './model.ts'

/** Columns that the table sorts by. */
export const COLUMNS = ['number', 'verb', 'path', 'helper', 'endpoint', 'place'] as const
export type Column = (typeof COLUMNS)[number]

/** The order of the table: groups of controllers in the order of declaration, or the values of a column. */
export type Order =
  | { readonly kind: 'grouped' }
  | { readonly kind: 'column'; readonly column: Column; readonly isDown: boolean }

const GROUPED: Order = { kind: 'grouped' }

/** Reads `path`, `-path` or `declared` from an address; other strings mean groups. */
export function readOrder(text: string | null): Order {
  const column = text === 'declared' ? 'number' : COLUMNS.find((name) => name === text?.replace(/^-/, ''))
  return column === undefined ? GROUPED : { kind: 'column', column, isDown: text!.startsWith('-') }
}

/** Returns the order as `readOrder` reads it; null for groups. */
export function orderText(order: Order): string | null {
  return order.kind === 'grouped' ? null : `${order.isDown ? '-' : ''}${order.column}`
}

/** Returns the order after a click on the heading of a column: upwards, downwards, and back to groups. */
export function nextOrder(order: Order, column: Column): Order {
  if (order.kind === 'grouped' || order.column !== column) return { kind: 'column', column, isDown: false }
  return order.isDown ? GROUPED : { ...order, isDown: true }
}

const VERB_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns the rows in an order. Rows with equal values stay in the order of declaration. */
export function sortRows(rows: readonly RouteRow[], order: Order): readonly RouteRow[] {
  if (order.kind === 'grouped' || (order.column === 'number' && !order.isDown)) return rows
  const keys = rows.map((row) => ({ row, key: keyOf(row, order.column) }))
  const sign = order.isDown ? -1 : 1
  keys.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.row.index - b.row.index))
  return keys.map(({ row }) => row)
}

function keyOf(row: RouteRow, column: Column): string | number {
  switch (column) {
    case 'number':
      return row.index
    case 'verb': {
      const position = VERB_ORDER.indexOf(row.verbs[0] ?? '')
      return position < 0 ? VERB_ORDER.length : position
    }
    case 'path':
      return row.path
    case 'helper':
      return row.helper ?? '\uffff'
    case 'endpoint':
      return row.endpoint
    case 'place': {
      const { location } = row.route
      return location === null ? '' : `${location.file}:${String(location.line).padStart(7, '0')}`
    }
  }
}
