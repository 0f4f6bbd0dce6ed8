// Parses regular expressions into trees.
import { oncePerRequirement } from '../once-per-requirement.ts'
import { searchFlags } from '../requirement.ts'
import { charsOfAtom, isAsciiOnly } from './char-set.ts'
import type { RegExpTree } from './syntax.ts'

/** The maximum nesting of groups. All code that reads expressions recurses, so deeper ones are refused. */
const MAX_DEPTH = 250

/**
 * Parses the source of a RegExp (ECMAScript 2025, section 22.2.1). It accepts every expression that the engine accepts,
 * except the unsupported ones, and some that the engine rejects. Use `regExpProblem` to validate an expression.
 *
 *     [a-c]+|\d -> choice (repeat (set of a, b, c), set of digits)
 *
 * @throws RegExpError for an invalid or an unsupported expression
 */
export function parseRegExp(source: string, flags: string): RegExpTree {
  return new Parser(source, searchFlags(flags)).parse()
}

/** Returns the tree of a requirement. It is frozen by convention: several automata share it. */
export const treeOf = oncePerRequirement(({ source, flags }) => parseRegExp(source, flags))

/** Returns why the engine or this parser rejects an expression; null if both accept it. */
export function regExpProblem(source: string, flags: string): string | null {
  try {
    void new RegExp(source, flags)
    parseRegExp(source, flags)
    return null
  } catch (error) {
    const { message } = error as Error
    // `Invalid regular expression: /(/: Unterminated group` -> `Unterminated group`
    return message.slice(message.lastIndexOf(': ') + 1).trim()
  }
}

const ASSERTIONS: Readonly<Record<string, Extract<RegExpTree, { kind: 'assertion' }>['at']>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'word',
  '\\B': 'not-word',
}

/** The problem of an expression with a back-reference, which no automaton can test. */
export const BACK_REFERENCE = 'a back-reference'

/**
 * Repeats an item that takes no characters at most once, because a further round changes nothing. Otherwise the rounds of
 * `(?:(?:){2}){2}…` double with each level, and no limit of states ends them.
 */
function repeat(item: RegExpTree, min: number, max: number, greedy: boolean): RegExpTree {
  if (!takesNothing(item)) return { kind: 'repeat', item, min, max, greedy }
  return min > 0 ? item : { kind: 'repeat', item, min: 0, max: Math.min(max, 1), greedy }
}

/** True if each match is empty, because the tree has only assertions and lookarounds. */
function takesNothing(tree: RegExpTree): boolean {
  if (tree.kind === 'set') return false
  if (tree.kind === 'sequence' || tree.kind === 'choice') return tree.items.every(takesNothing)
  return tree.kind !== 'repeat' || takesNothing(tree.item)
}

class Parser {
  readonly #source: string
  /** The flags of the current group, which may differ from the flags of the expression. */
  #flags: string
  readonly #isUnicode: boolean
  readonly #hasNamedGroups: boolean
  #at = 0
  #depth = 0
  /** The number of capture groups; counted on first use. */
  #groupCount: number | undefined

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
    this.#isUnicode = /[uv]/.test(flags)
    this.#hasNamedGroups = /\(\?<[^=!]/.test(source)
  }

  parse(): RegExpTree {
    const item = this.#choice()
    if (this.#at < this.#source.length) throw new RegExpError('Unmatched `)`')
    return item
  }

  /** `a|b` */
  #choice(): RegExpTree {
    const items = [this.#sequence()]
    while (this.#take('|')) items.push(this.#sequence())
    return items.length === 1 ? items[0]! : { kind: 'choice', items }
  }

  /** `ab+c`, up to a `|`, a `)` or the end */
  #sequence(): RegExpTree {
    const items: RegExpTree[] = []
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      items.push(this.#quantified(this.#term()))
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items }
  }

  /** `a*`, `a+?`, `a{2,3}`, or the item alone */
  #quantified(item: RegExpTree): RegExpTree {
    const match = this.#match(/(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/y)
    if (match === null) return item
    const [text, minText, comma, maxText] = match
    const greedy = text.length === 1 || !text.endsWith('?')
    if (text.startsWith('*')) return repeat(item, 0, Infinity, greedy)
    if (text.startsWith('+')) return repeat(item, 1, Infinity, greedy)
    if (text.startsWith('?')) return repeat(item, 0, 1, greedy)
    const min = Number(minText)
    const max = comma === undefined ? min : maxText === undefined ? Infinity : Number(maxText)
    return repeat(item, min, max, greedy)
  }

  /** `(…)`, `^`, `\b`, `\1`, or an atom: `a`, `\d`, `[a-z]` */
  #term(): RegExpTree {
    if (this.#take('(')) return this.#group()
    const assertion = this.#match(/[$^]|\\[bB]/y)
    if (assertion !== null) return { kind: 'assertion', at: ASSERTIONS[assertion[0]]! }
    if (this.#takeBackreference()) throw new RegExpError(BACK_REFERENCE)
    const atom = this.#atom()
    try {
      const set = charsOfAtom(atom, this.#flags)
      // A set has one bit for all characters beyond ASCII. Those of this atom are found later, from its flags and its source.
      return isAsciiOnly(set) ? { kind: 'set', set } : { kind: 'set', set, beyond: `${this.#flags}/${atom}` }
    } catch {
      throw new RegExpError(/^[*+?]$/.test(atom) ? 'Nothing to repeat' : `\`${atom.slice(0, 40)}\` has no meaning`)
    }
  }

  /** `a)`, `?:a)`, `?<name>a)`, `?i-s:a)`, `?=a)`, `?<!a)` */
  #group(): RegExpTree {
    if (++this.#depth > MAX_DEPTH) throw new RegExpError(`Groups are nested more than ${MAX_DEPTH} deep`)
    const look = this.#match(/\?(<?)([=!])/y)
    const outerFlags = this.#flags
    if (look === null) this.#takeGroupStart()
    const item = this.#choice()
    if (!this.#take(')')) throw new RegExpError('Unterminated group')
    this.#depth -= 1
    this.#flags = outerFlags
    return look === null ? item : { kind: 'look', item, behind: look[1] === '<', negative: look[2] === '!' }
  }

  /** `?i-s:` switches flags inside the group; `?:` and `?<name>` change nothing. */
  #takeGroupStart(): void {
    const [, switchedOn, switchedOff = ''] = this.#match(/\?(?:([a-z]*)(?:-([a-z]*))?:|<[^>]*>)/y) ?? []
    if (switchedOn === undefined) return
    const flags = new Set(this.#flags + switchedOn)
    this.#flags = [...flags].filter((flag) => !switchedOff.includes(flag)).join('')
  }

  /**
   * Takes a back-reference, and returns whether there was one. `\1` is one if that group exists, otherwise a legacy octal
   * escape. `\k<name>` is one if any group has a name.
   */
  #takeBackreference(): boolean {
    if ((this.#hasNamedGroups || this.#isUnicode) && this.#match(/\\k<[^>]*>/y) !== null) return true
    const start = this.#at
    const match = this.#match(/\\([1-9]\d*)/y)
    if (match === null) return false
    this.#groupCount ??= countGroups(this.#source)
    if (this.#isUnicode || Number(match[1]) <= this.#groupCount) return true
    this.#at = start
    return false
  }

  /** The source of one atom: a character, an escape, or a class. */
  #atom(): string {
    if (this.#source[this.#at] === '[') return this.#class()
    const escape = this.#match(
      this.#isUnicode
        ? /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[a-zA-Z]|[^])/y
        : /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[^])/y,
    )
    if (escape !== null) return escape[0]
    const character = this.#isUnicode
      ? String.fromCodePoint(this.#source.codePointAt(this.#at)!)
      : this.#source[this.#at]!
    this.#at += character.length
    // Without the flags `u` and `v` these characters may be literals.
    return /^[\]{}]$/.test(character) ? `\\${character}` : character
  }

  /** A class ends at its first `]`, except that with the flag `v` classes may hold classes. */
  #class(): string {
    const start = this.#at
    const nests = this.#flags.includes('v')
    let depth = 0
    do {
      const character = this.#source[this.#at]
      if (character === undefined) throw new RegExpError('Unterminated character class')
      if (nests && this.#source.startsWith('\\q', this.#at)) throw new RegExpError('`\\q{…}` puts texts into a class')
      if (character === '\\') this.#at += 1
      else if (character === '[' && (nests || depth === 0)) depth += 1
      else if (character === ']') depth -= 1
      this.#at += 1
    } while (depth > 0)
    return this.#source.slice(start, this.#at)
  }

  /** Takes a string, and returns whether it was there. */
  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  /**
   * Takes the match of an expression at the current position; null if there is none.
   *
   * @param regexp must be sticky (`y`)
   */
  #match(regexp: RegExp): RegExpExecArray | null {
    regexp.lastIndex = this.#at
    const match = regexp.exec(this.#source)
    if (match !== null) this.#at += match[0].length
    return match
  }
}

/** Parentheses in these are characters. */
const ESCAPES_AND_CLASSES = /\\.|\[(?:\\.|[^\]\\])*\]/g

/** `(` and `(?<name>`, but not `(?:`, `(?=` and `(?<=`. */
const CAPTURE_GROUP = /\((?!\?(?!<[^=!]))/g

/** `(a)(?:b)\(` -> 1 */
function countGroups(source: string): number {
  return source.replace(ESCAPES_AND_CLASSES, '').match(CAPTURE_GROUP)?.length ?? 0
}

/**
 * Thrown for an invalid regular expression, and for an unsupported one: nested too deep, with a back-reference, or with
 * strings in a class.
 */
export class RegExpError extends SyntaxError {}
