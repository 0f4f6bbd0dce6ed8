import { fact } from '../facts.ts'
import { charsOfAtom, isAsciiOnly } from './char-set.ts'
import type { RegExpTree } from './syntax.ts'

/**
 * Thrown for an invalid regular expression, and for an unsupported one: nested too deep, or with strings in a class.
 */
export class RegExpError extends SyntaxError {}

/** Groups in groups. All that reads expressions recurses, so deeper ones are refused. */
const MAX_DEPTH = 250

/**
 * Parses the source of a RegExp (ECMAScript 2025, section 22.2.1). It reads all that the engine does, and more:
 * `regExpProblem` asks both.
 *
 * @throws RegExpError
 */
export function parseRegExp(source: string, flags: string): RegExpTree {
  return new Parser(source, flags.replace(/[dgy]/g, '')).parse()
}

/** Returns the tree of a requirement. It is frozen by convention: several automata share it. */
export const treeOf = fact(({ source, flags }) => parseRegExp(source, flags))

/** Returns why the engine or this parser rejects an expression; null if both accept it. */
export function regExpProblem(source: string, flags: string): string | null {
  try {
    void new RegExp(source, flags)
    parseRegExp(source, flags)
    return null
  } catch (error) {
    const { message } = error as Error
    return message.slice(message.lastIndexOf(': ') + 1).trim()
  }
}

const ASSERTIONS: Readonly<Record<string, Extract<RegExpTree, { kind: 'assertion' }>['at']>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'word',
  '\\B': 'not-word',
}

class Parser {
  readonly #source: string
  /** The flags of the current group, which may differ from the flags of the expression. */
  #flags: string
  readonly #unicode: boolean
  readonly #hasNamedGroups: boolean
  #at = 0
  #depth = 0
  #groups: number | undefined

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
    this.#unicode = /[uv]/.test(flags)
    this.#hasNamedGroups = /\(\?<[^=!]/.test(source)
  }

  parse(): RegExpTree {
    const item = this.#choice()
    if (this.#at < this.#source.length) throw new RegExpError('Unmatched `)`')
    return item
  }

  #choice(): RegExpTree {
    const items = [this.#sequence()]
    while (this.#take('|')) items.push(this.#sequence())
    return items.length === 1 ? items[0]! : { kind: 'choice', items }
  }

  #sequence(): RegExpTree {
    const items: RegExpTree[] = []
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      items.push(this.#quantified(this.#term()))
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items }
  }

  #quantified(item: RegExpTree): RegExpTree {
    const match = this.#match(/(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/y)
    if (match === null) return item
    const [text, minText, comma, maxText] = match
    const greedy = text.length === 1 || !text.endsWith('?')
    if (text.startsWith('*')) return { kind: 'repeat', item, min: 0, max: Infinity, greedy }
    if (text.startsWith('+')) return { kind: 'repeat', item, min: 1, max: Infinity, greedy }
    if (text.startsWith('?')) return { kind: 'repeat', item, min: 0, max: 1, greedy }
    const min = Number(minText)
    const max = comma === undefined ? min : maxText === undefined ? Infinity : Number(maxText)
    return { kind: 'repeat', item, min, max, greedy }
  }

  #term(): RegExpTree {
    if (this.#take('(')) return this.#group()
    const assertion = this.#match(/[$^]|\\[bB]/y)
    if (assertion !== null) return { kind: 'assertion', at: ASSERTIONS[assertion[0]]! }
    if (this.#isBackreference()) return { kind: 'backreference' }
    const atom = this.#atom()
    try {
      const set = charsOfAtom(atom, this.#flags)
      return isAsciiOnly(set) ? { kind: 'set', set } : { kind: 'set', set, beyond: `${this.#flags}/${atom}` }
    } catch {
      throw new RegExpError(/^[*+?]$/.test(atom) ? 'Nothing to repeat' : `\`${atom.slice(0, 40)}\` has no meaning`)
    }
  }

  #group(): RegExpTree {
    if (++this.#depth > MAX_DEPTH) throw new RegExpError(`Groups are nested more than ${MAX_DEPTH} deep`)
    const look = this.#match(/\?(<?)([=!])/y)
    const outerFlags = this.#flags
    if (look === null) {
      const [, switchedOn, switchedOff = ''] = this.#match(/\?(?:([a-z]*)(?:-([a-z]*))?:|<[^>]*>)/y) ?? []
      if (switchedOn !== undefined)
        this.#flags = [...new Set(outerFlags + switchedOn)].filter((flag) => !switchedOff.includes(flag)).join('')
    }
    const item = this.#choice()
    if (!this.#take(')')) throw new RegExpError('Unterminated group')
    this.#depth -= 1
    this.#flags = outerFlags
    return look === null ? item : { kind: 'look', item, behind: look[1] === '<', negative: look[2] === '!' }
  }

  /** `\1` is a back-reference if that group exists, otherwise a legacy octal escape; `\k` if any group is named. */
  #isBackreference(): boolean {
    if (this.#hasNamedGroups || this.#unicode) if (this.#match(/\\k<[^>]*>/y) !== null) return true
    const start = this.#at
    const match = this.#match(/\\([1-9]\d*)/y)
    if (match === null) return false
    this.#groups ??= this.#source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, '').match(/\((?!\?(?!<[^=!]))/g)?.length ?? 0
    if (this.#unicode || Number(match[1]) <= this.#groups) return true
    this.#at = start
    return false
  }

  /** The source of one atom: a character, an escape, or a class. */
  #atom(): string {
    if (this.#source[this.#at] === '[') return this.#class()
    const escape = this.#match(
      this.#unicode
        ? /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[a-zA-Z]|[^])/y
        : /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[^])/y,
    )
    if (escape !== null) return escape[0]
    const character = this.#unicode
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

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(regexp: RegExp): RegExpExecArray | null {
    regexp.lastIndex = this.#at
    const match = regexp.exec(this.#source)
    if (match !== null) this.#at += match[0].length
    return match
  }
}
