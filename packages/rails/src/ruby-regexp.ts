// Translates Ruby's regular expressions to JavaScript.
import type { RegExpSource } from '@turnout/manifest'
import { regExpProblem } from '@turnout/patterns/regexp'
import { TooComplex } from './ruby-class.ts'
import { parseRuby, type RubyNode } from './ruby-syntax.ts'

/** A regular expression as the rake task prints it: Ruby's source, and its options `i`, `m` and `x`. */
export interface RubyRegExp {
  readonly regexp: string
  readonly flags: string
}

/** A regular expression of JavaScript that matches at least the strings that Ruby's matches. */
export interface TranslatedRegExp extends RegExpSource {
  /** True if it matches other strings as well. */
  readonly isWider?: true
}

/**
 * Converts a regular expression of Ruby to JavaScript, for single-line ASCII strings such as paths and attributes of
 * requests.
 *
 *     \h+                   -> [0-9a-fA-F]+
 *     [[:alpha:]_]          -> [a-zA-Z_]
 *     [^/]++                -> [^/]+(?![^/])
 *     (?-mix:\d+)           -> (?:\d+)           as Ruby prints an expression within another
 *     a(?i-mx:b[c-e])       -> a(?:[bB][c-eC-E])
 *     \Ahttp\z              -> ^http$
 *     (\w)\1                -> (\w)(?:\w)        wider, because JavaScript could only compare the two parts in slow time
 *
 * @returns null for an expression that cannot be read
 */
export function fromRuby({ regexp, flags }: RubyRegExp): TranslatedRegExp | null {
  if (!/^[imx]*$/.test(flags)) return null
  const isFolded = flags.includes('i') || /\(\?[a-z]*i/.test(regexp)
  // Uses the flag `i` if all letters ignore case, otherwise writes both cases of those that do.
  return (isFolded ? translate(regexp, flags, true) : null) ?? translate(regexp, flags, false)
}

function translate(regexp: string, flags: string, ignoresCase: boolean): TranslatedRegExp | null {
  try {
    const printer = new Printer()
    const source = printer.print(parseRuby(regexp, flags, ignoresCase))
    const newFlags = `${ignoresCase ? 'i' : ''}${flags.includes('m') ? 's' : ''}`
    if (source === '' || regExpProblem(source, newFlags) !== null) return null
    return { source, flags: newFlags, ...(!printer.isExact && { isWider: true }) }
  } catch (error) {
    if (error instanceof TooComplex) return null
    throw error
  }
}

/** What a part that cannot be translated is replaced by: any string. */
const ANYTHING = '[^]*'

/** An expression that calls its groups can double in size with each call. */
const MAX_PARTS = 20_000

class Printer {
  /** False if the printed expression matches more than Ruby's. */
  isExact = true
  /** True in copies of a group: JavaScript allows one group of each name. */
  #isCopy = false
  readonly #names = new Set<string>()
  /** The groups whose copies are being printed. */
  readonly #open = new Set<RubyNode>()
  #parts = 0

  print(node: RubyNode): string {
    if (++this.#parts > MAX_PARTS) throw new TooComplex()
    switch (node.kind) {
      case 'character':
      case 'assertion':
        return node.source
      case 'sequence':
        return node.items
          .map((item) => (item.kind === 'choice' ? `(?:${this.print(item)})` : this.print(item)))
          .join('')
      case 'choice':
        return node.items.map((item) => this.print(item)).join('|')
      case 'group':
        return `${this.#opening(node.name)}${this.print(node.item)})`
      case 'look':
        return this.#look(node)
      case 'repeat':
        if (node.mode === 'possessive') return this.#atomic({ kind: 'atomic', item: { ...node, mode: 'greedy' } })
        return `${this.#repeatable(node.item)}${quantifier(node.min, node.max)}${node.mode === 'lazy' ? '?' : ''}`
      case 'atomic':
        return this.#atomic(node)
      case 'absent':
        return this.#absent(node.item)
      case 'call':
        return this.#copy(node.target()) ?? this.#anything()
      case 'backreference': {
        // The copy of the group matches what the group has matched, among other strings.
        this.isExact = false
        const group = node.target()
        return (group && this.#copy(withoutAssertions(group))) ?? ANYTHING
      }
      case 'either':
        // Which of the two is tried depends on whether a group has matched.
        this.isExact = false
        return `(?:${node.items.map((item) => this.print(item)).join('|')})`
      case 'unknown':
        return this.#anything()
    }
  }

  #anything(): string {
    this.isExact = false
    return ANYTHING
  }

  #opening(name: string | null | undefined): string {
    if (name === undefined || this.#isCopy) return '(?:'
    if (name === null) return '('
    if (this.#names.has(name) || !/^[A-Za-z_]\w*$/.test(name)) return '(?:'
    this.#names.add(name)
    return `(?<${name}>`
  }

  #repeatable(node: RubyNode): string {
    const source = this.print(node)
    return node.kind === 'character' || node.kind === 'group' ? source : `(?:${source})`
  }

  /** Inside a negative lookaround a wider expression would exclude more, so the lookaround is omitted. */
  #look({ behind, negative, item }: RubyNode & { kind: 'look' }): string {
    const opening = `(?${behind ? '<' : ''}${negative ? '!' : '='}`
    if (!negative) return `${opening}${this.print(item)})`
    const source = this.#exact(() => this.print(item))
    if (source !== null) return `${opening}${source})`
    this.isExact = false
    return ''
  }

  /** Returns null if the printed part would be wider than Ruby's. */
  #exact(print: () => string | null): string | null {
    const wasExact = this.isExact
    this.isExact = true
    const source = print()
    const isPartExact = this.isExact
    this.isExact = wasExact
    return isPartExact ? source : null
  }

  /** Returns null for a group that contains itself. */
  #copy(group: RubyNode | null): string | null {
    if (group === null || this.#open.has(group)) return null
    this.#open.add(group)
    const source = this.#plain(group)
    this.#open.delete(group)
    return `(?:${source})`
  }

  /** Prints a node without captures. */
  #plain(node: RubyNode): string {
    const wasCopy = this.#isCopy
    this.#isCopy = true
    const source = this.print(node)
    this.#isCopy = wasCopy
    return source
  }

  #atomic({ item }: RubyNode & { kind: 'atomic' }): string {
    const source = this.#exact(() => this.#firstMatch(item))
    if (source !== null) return source
    this.isExact = false
    return `(?:${this.print(item)})`
  }

  /**
   * Prints an expression that has only the match that Ruby tries first at a position. JavaScript has no atomic groups, but
   * lookaheads can exclude the other matches.
   *
   *     (?>\d+)     -> \d+(?!\d)
   *     (?>a|ab)c   -> (?:a|(?!a)ab)c
   *
   * @returns null if no such expression is known
   */
  #firstMatch(node: RubyNode): string | null {
    if (isFixed(node)) return node.kind === 'character' ? node.source : `(?:${this.#plain(node)})`
    switch (node.kind) {
      case 'group':
      case 'atomic':
        return this.#firstMatch(node.item)
      case 'choice': {
        const alternatives: string[] = []
        let others = ''
        for (const item of node.items) {
          const match = this.#firstMatch(item)
          if (match === null) return null
          alternatives.push(others + match)
          others += `(?!${this.#plain(item)})`
        }
        return `(?:${alternatives.join('|')})`
      }
      case 'repeat':
        return this.#firstRepeat(node)
      case 'sequence':
        return this.#firstSequence(node.items)
      default:
        return null
    }
  }

  #firstRepeat({ item, min, max, mode }: RubyNode & { kind: 'repeat' }): string | null {
    if (min > 1 && !isFixed(item)) return null
    const round = this.#firstMatch(item)
    if (round === null || canBeEmpty(item)) return null
    if (mode === 'lazy') return min === 0 ? '' : `${round}${quantifier(min, min)}`
    if (max === 0) return ''
    const isOver = `(?!${this.#plain(item)})`
    if (max === Infinity) return `${round}${quantifier(min, max)}${isOver}`
    const fewer = max - 1 >= min ? `${max === 1 ? '' : `${round}${quantifier(min, max - 1)}`}${isOver}|` : ''
    return `(?:${fewer}${round}${quantifier(max, max)})`
  }

  #firstSequence(items: readonly RubyNode[]): string | null {
    const index = items.findIndex((item) => !isFixed(item))
    const start = items.slice(0, index).map((item) => this.#plain(item))
    const item = items[index]!
    const rest: RubyNode = { kind: 'sequence', items: items.slice(index + 1) }
    if (rest.items.length === 0 || alwaysMatches(rest)) {
      const [first, after] = [this.#firstMatch(item), this.#firstMatch(rest)]
      return first === null || after === null ? null : `(?:${start.join('')}${first}${after})`
    }
    const alternatives = item.kind === 'group' ? item.item : item
    if (alternatives.kind !== 'choice') return null
    // The rest may fail after one alternative and match after another, so each alternative is tried with the rest.
    const expanded = alternatives.items.map((alternative): RubyNode => ({
      kind: 'sequence',
      items: [alternative, rest],
    }))
    const match = this.#firstMatch({ kind: 'choice', items: expanded })
    return match === null ? null : `(?:${start.join('')}${match})`
  }

  /**
   * Prints the strings that contain no match of an expression. This is possible if all matches have the same length: the
   * string then ends before the first match, or inside of it.
   *
   *     (?~\*\/)    -> (?:(?!\*\/)[^])*(?:\*)?
   */
  #absent(item: RubyNode): string {
    const characters = charactersOf(item)
    if (characters === null || characters.length === 0) return this.#anything()
    const start = characters.slice(0, -1).reduceRight((inner, character) => `(?:${character}${inner})?`, '')
    return `(?:(?!${characters.join('')})[^])*${start}`
  }
}

function quantifier(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? (min === 1 ? '' : `{${min}}`) : `{${min},${max}}`
}

/** True if an expression has one match at most at each position. */
function isFixed(node: RubyNode): boolean {
  switch (node.kind) {
    case 'character':
    case 'assertion':
    case 'look':
      return true
    case 'sequence':
      return node.items.every(isFixed)
    case 'group':
      return isFixed(node.item)
    case 'repeat':
      return node.min === node.max && isFixed(node.item)
    default:
      return false
  }
}

function canBeEmpty(node: RubyNode): boolean {
  switch (node.kind) {
    case 'character':
      return false
    case 'sequence':
      return node.items.every(canBeEmpty)
    case 'choice':
      return node.items.some(canBeEmpty)
    case 'group':
    case 'atomic':
      return canBeEmpty(node.item)
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.item)
    default:
      return true
  }
}

/** True if an expression matches at every position, at least the empty string. */
function alwaysMatches(node: RubyNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.items.every(alwaysMatches)
    case 'choice':
      return node.items.some(alwaysMatches)
    case 'group':
    case 'atomic':
      return alwaysMatches(node.item)
    case 'repeat':
      return node.min === 0 || alwaysMatches(node.item)
    default:
      return false
  }
}

/** Returns the characters of an expression without choices and counts, one by one; null for another expression. */
function charactersOf(node: RubyNode): readonly string[] | null {
  if (node.kind === 'character') return [node.source]
  if (node.kind === 'group') return charactersOf(node.item)
  if (node.kind !== 'sequence') return null
  const parts = node.items.map(charactersOf)
  return parts.includes(null) ? null : parts.flatMap((characters) => characters!)
}

/** Removes what depends on the position in the string, for a copy in another position. */
function withoutAssertions(node: RubyNode): RubyNode {
  if (node.kind === 'assertion' || node.kind === 'look') return { kind: 'sequence', items: [] }
  if ('items' in node) return { ...node, items: node.items.map(withoutAssertions) }
  return 'item' in node ? { ...node, item: withoutAssertions(node.item) } : node
}
