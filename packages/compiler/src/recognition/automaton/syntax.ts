import type { Texts } from '../regexp/texts.ts'

/**
 * Regular expressions as trees. Only canonical paths are ever matched, so a set of characters is a set of ASCII codes:
 * a number of 128 bits, where bit `c` says that character `c` is in it.
 */
export type CharacterSet = bigint

export type Assertion =
  /** The end of what is matched: of the segment, or of the path. */
  | 'end'
  /** `\b` and `\B`. */
  | 'word'
  | 'not-word'
  /** Next to `/`, `.` or an end of the path. */
  | 'token'

export type Expression =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  /** The first item that leads to a match is taken. */
  | { readonly kind: 'choice'; readonly items: readonly Expression[] }
  /** `max` may be Infinity. */
  | {
      readonly kind: 'repeat'
      readonly item: Expression
      readonly min: number
      readonly max: number
      readonly greedy: boolean
    }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'lookahead'; readonly item: Expression; readonly negative: boolean }
  /** `item`, where it takes one of `texts`; what it takes first of them comes first. */
  | { readonly kind: 'whole'; readonly item: Expression; readonly texts: Texts }
  /** Notes the position as one end of a capture. */
  | { readonly kind: 'mark'; readonly slot: number }

/** Matches nothing, not even the empty text. */
export const NEVER: Expression = { kind: 'set', set: 0n }

export function setOf(...ranges: readonly (readonly [from: number, to: number])[]): CharacterSet {
  let set = 0n
  for (const [from, to] of ranges) for (let code = from; code <= Math.min(to, 127); code++) set |= 1n << BigInt(code)
  return set
}

export function has(set: CharacterSet, character: string): boolean {
  return ((set >> BigInt(character.charCodeAt(0))) & 1n) === 1n
}

const ALL = (1n << 128n) - 1n
export const complement = (set: CharacterSet): CharacterSet => ALL & ~set

export const character = (text: string): Expression => ({
  kind: 'set',
  set: setOf([text.charCodeAt(0), text.charCodeAt(0)]),
})
export const text = (value: string): Expression => ({ kind: 'sequence', items: [...value].map(character) })
export const sequence = (...items: readonly Expression[]): Expression => ({ kind: 'sequence', items })
export const choice = (...items: readonly Expression[]): Expression => ({ kind: 'choice', items })
export const plus = (set: CharacterSet, greedy = true): Expression => ({
  kind: 'repeat',
  item: { kind: 'set', set },
  min: 1,
  max: Infinity,
  greedy,
})
/** One of some texts, the longest first. */
export const anyOf = (texts: Texts): Expression => ({
  kind: 'whole',
  item: { kind: 'repeat', item: { kind: 'set', set: ANY }, min: 0, max: Infinity, greedy: true },
  texts,
})
export const optional = (item: Expression): Expression => ({ kind: 'repeat', item, min: 0, max: 1, greedy: true })

/** What `.` takes, except for line ends, which no canonical path holds. */
export const ANY: CharacterSet = complement(setOf([10, 10], [13, 13]))
/** What a parameter takes when nothing is required of it: `[^./?]`. */
export const TOKEN: CharacterSet = complement(setOf([46, 47], [63, 63]))

/** The characters that some match may consume. */
export function alphabet(expression: Expression): CharacterSet {
  switch (expression.kind) {
    case 'set':
      return expression.set
    case 'sequence':
    case 'choice':
      return expression.items.reduce((set, item) => set | alphabet(item), 0n)
    case 'repeat':
      return expression.max === 0 ? 0n : alphabet(expression.item)
    case 'whole':
      return expression.texts.next.reduce((set, row) => [...row.values()].reduce((all, own) => all | own, set), 0n)
    case 'assertion':
    case 'lookahead':
    case 'mark':
      return 0n
  }
}

/** True if some match may be empty. Assertions count as empty. */
export function nullable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
      return false
    case 'sequence':
      return expression.items.every(nullable)
    case 'choice':
      return expression.items.some(nullable)
    case 'repeat':
      return expression.min === 0 || nullable(expression.item)
    case 'whole':
      return expression.texts.accepting[0]!
    case 'assertion':
    case 'lookahead':
    case 'mark':
      return true
  }
}

/** True if what stands around a match may decide about it. */
export function looksAround(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
    case 'mark':
      return false
    case 'sequence':
    case 'choice':
      return expression.items.some(looksAround)
    case 'repeat':
    case 'whole':
      return looksAround(expression.item)
    case 'assertion':
    case 'lookahead':
      return true
  }
}

/** The same expression without its empty match. Loops whose turns are never empty need no care in the automaton. */
export function withoutEmpty(expression: Expression): Expression {
  switch (expression.kind) {
    case 'set':
      return expression
    case 'choice':
      return { kind: 'choice', items: expression.items.map(withoutEmpty) }
    case 'sequence': {
      if (!nullable(expression)) return expression
      const [first, ...others] = expression.items
      if (first === undefined) return NEVER
      return choice(
        sequence(withoutEmpty(first), ...others),
        sequence(onlyEmpty(first), withoutEmpty(sequence(...others))),
      )
    }
    case 'repeat': {
      const { item, min, max, greedy } = expression
      if (min > 0 && !nullable(item)) return expression
      if (max === 0) return NEVER
      const once = withoutEmpty(item)
      return sequence(once, { kind: 'repeat', item: once, min: 0, max: max - 1, greedy })
    }
    case 'whole':
      return { ...expression, texts: withoutEmptyText(expression.texts) }
    case 'assertion':
    case 'lookahead':
    case 'mark':
      return NEVER
  }
}

/** What is left of a nullable expression where it takes nothing: its assertions. */
export function onlyEmpty(expression: Expression): Expression {
  switch (expression.kind) {
    case 'set':
      return NEVER
    case 'sequence':
      return { kind: 'sequence', items: expression.items.map(onlyEmpty) }
    case 'choice':
      return { kind: 'choice', items: expression.items.map(onlyEmpty) }
    case 'repeat':
      return expression.min === 0 ? sequence() : onlyEmpty(expression.item)
    case 'whole':
      return expression.texts.accepting[0] ? onlyEmpty(expression.item) : NEVER
    case 'assertion':
    case 'lookahead':
    case 'mark':
      return expression
  }
}

/** The start gets a twin, as other states may lead back to it. */
function withoutEmptyText({ next, accepting }: Texts): Texts {
  if (!accepting[0]) return { next, accepting }
  const twin = next.length
  const moved = next.map((row) => new Map([...row].map(([state, set]) => [state === 0 ? twin : state, set] as const)))
  return { next: [...moved, moved[0]!], accepting: [false, ...accepting.slice(1), true] }
}
