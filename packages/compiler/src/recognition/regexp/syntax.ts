import { ALL_CHARS, charsIn, DOT_CHARS, NO_CHARS, type CharSet } from './char-set.ts'

/**
 * The texts that a regular expression matches as a whole, as a deterministic automaton over the characters of canonical
 * paths, with as few states as there can be. State 0 is the start; from every state some text is accepted, but for the
 * start where there is no text at all.
 */
export interface Texts {
  /** From each state, what leads to which other. */
  readonly next: readonly ReadonlyMap<number, CharSet>[]
  readonly accepting: readonly boolean[]
}

/**
 * The one syntax tree of regular expressions. Capturing is left out: it changes neither what matches, nor how long a
 * failed match takes.
 *
 * @template Addition what stands in a tree beside what can be written in a regular expression
 */
type Tree<Addition> =
  /** `beyond`: the flags, a slash and the source of an atom that matches characters beyond ASCII (`rangesBeyondAscii`). */
  | { readonly kind: 'set'; readonly set: CharSet; readonly beyond?: string }
  | { readonly kind: 'sequence'; readonly items: readonly Tree<Addition>[] }
  /** The first item that leads to a match is taken. */
  | { readonly kind: 'choice'; readonly items: readonly Tree<Addition>[] }
  /** `max` is Infinity for `*` and `+`. */
  | {
      readonly kind: 'repeat'
      readonly item: Tree<Addition>
      readonly min: number
      readonly max: number
      readonly greedy: boolean
    }
  /** A lookahead or lookbehind. */
  | { readonly kind: 'look'; readonly item: Tree<Addition>; readonly behind: boolean; readonly negative: boolean }
  /** `^`, `$`, `\b`, `\B`: takes no characters. */
  | { readonly kind: 'assertion'; readonly at: 'start' | 'end' | 'word' | 'not-word' }
  | { readonly kind: 'backreference' }
  | Addition

/** A regular expression as it was written (`parseRegExp`). */
export type RegExpTree = Tree<never>

/** What a part of a path must be, from which the automata of routes are built: regular expressions and more. */
export type Expression = Tree<
  /** Next to `/`, `.` or an end of the path. */
  | { readonly kind: 'assertion'; readonly at: 'token' }
  | Whole
  /** Notes the position as one end of a capture. */
  | { readonly kind: 'mark'; readonly slot: number }
>

/** `item`, where it takes one of `texts`; what it takes first of them comes first. */
export interface Whole {
  readonly kind: 'whole'
  readonly item: Expression
  readonly texts: Texts
}

/** Matches nothing, not even the empty text. */
export const NEVER: RegExpTree = { kind: 'set', set: NO_CHARS }

export const text = (value: string): RegExpTree => ({
  kind: 'sequence',
  items: Array.from(value, (character) => ({ kind: 'set', set: charsIn(character) })),
})
export const sequence = (...items: readonly Expression[]): Expression => ({ kind: 'sequence', items })
export const choice = (...items: readonly Expression[]): Expression => ({ kind: 'choice', items })
export const plus = (set: CharSet, greedy = true): RegExpTree => ({
  kind: 'repeat',
  item: { kind: 'set', set },
  min: 1,
  max: Infinity,
  greedy,
})
/** One of some texts, the longest first. */
export const anyOf = (texts: Texts): Expression => ({
  kind: 'whole',
  item: { kind: 'repeat', item: { kind: 'set', set: DOT_CHARS }, min: 0, max: Infinity, greedy: true },
  texts,
})
export const optional = (item: Expression): Expression => ({ kind: 'repeat', item, min: 0, max: 1, greedy: true })

/** The characters that some match may consume. */
export function alphabet(expression: Expression): CharSet {
  switch (expression.kind) {
    case 'set':
      return expression.set
    case 'sequence':
    case 'choice':
      return expression.items.reduce((set, item) => set | alphabet(item), NO_CHARS)
    case 'repeat':
      return expression.max === 0 ? NO_CHARS : alphabet(expression.item)
    case 'whole':
      return expression.texts.next.reduce(
        (set, row) => [...row.values()].reduce((all, own) => all | own, set),
        NO_CHARS,
      )
    case 'backreference':
      return ALL_CHARS
    case 'assertion':
    case 'look':
    case 'mark':
      return NO_CHARS
  }
}

/** True if some match may be empty. Assertions count as empty, and back-references may be. */
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
    case 'backreference':
    case 'look':
    case 'mark':
      return true
  }
}

/** True if what stands around a match may decide about it. */
export function looksAround(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
    case 'backreference':
    case 'mark':
      return false
    case 'sequence':
    case 'choice':
      return expression.items.some(looksAround)
    case 'repeat':
    case 'whole':
      return looksAround(expression.item)
    case 'assertion':
    case 'look':
      return true
  }
}

/** The same expression without its empty match. Loops whose turns are never empty need no care in the automaton. */
export function withoutEmpty(expression: Expression): Expression {
  switch (expression.kind) {
    case 'set':
    case 'backreference':
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
    case 'look':
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
    case 'backreference':
    case 'look':
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

/** True if the condition holds for the tree or one inside. */
export function contains(tree: RegExpTree, condition: (tree: RegExpTree) => boolean): boolean {
  if (condition(tree)) return true
  if (tree.kind === 'sequence' || tree.kind === 'choice') return tree.items.some((each) => contains(each, condition))
  return (tree.kind === 'repeat' || tree.kind === 'look') && contains(tree.item, condition)
}

/** True if the expression looks at what stands around a place: an assertion, a lookahead or a lookbehind. */
export function isAssertion({ kind }: RegExpTree): boolean {
  return kind === 'look' || kind === 'assertion'
}

/** True if the expression looks at what stands before it: a lookbehind or `^` is in it. */
export function looksBack(tree: RegExpTree): boolean {
  return contains(
    tree,
    (each) => (each.kind === 'look' && each.behind) || (each.kind === 'assertion' && each.at === 'start'),
  )
}

/** True for a back-reference, which no automaton can do. */
export function isBackreference({ kind }: RegExpTree): boolean {
  return kind === 'backreference'
}
