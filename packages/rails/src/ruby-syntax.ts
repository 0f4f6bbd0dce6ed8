// Parses Ruby's regular expressions (Onigmo). Characters and classes are printed in JavaScript's syntax at once.
import { RubyClasses, TooComplex } from './ruby-class.ts'

/** A part of an expression. `source` is in JavaScript's syntax. */
export type RubyNode =
  /** Matches one character. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly source: string }
  | { readonly kind: 'sequence'; readonly items: readonly RubyNode[] }
  | { readonly kind: 'choice'; readonly items: readonly RubyNode[] }
  | {
      readonly kind: 'repeat'
      readonly item: RubyNode
      readonly min: number
      readonly max: number
      readonly mode: 'greedy' | 'lazy' | 'possessive'
    }
  /** `name`: null for a numbered group, undefined for `(?:…)`. */
  | { readonly kind: 'group'; readonly item: RubyNode; readonly name: string | null | undefined }
  | { readonly kind: 'look'; readonly item: RubyNode; readonly behind: boolean; readonly negative: boolean }
  /** `(?>…)` */
  | { readonly kind: 'atomic'; readonly item: RubyNode }
  /** `(?~…)`: any string that contains no match. */
  | { readonly kind: 'absent'; readonly item: RubyNode }
  /** `\g<name>`: the expression of a group again. */
  | { readonly kind: 'call'; readonly target: () => RubyNode | null }
  /** `\1`, `\k<name>`: the string that a group has matched. */
  | { readonly kind: 'backreference'; readonly target: () => RubyNode | null }
  /** `(?(1)a|b)` */
  | { readonly kind: 'either'; readonly items: readonly RubyNode[] }
  | { readonly kind: 'unknown' }

/** Parsing and printing recurse. */
const MAX_DEPTH = 200

/**
 * @param flags of `i`, `m` and `x`
 * @param ignoresCase whether the translated expression has the flag `i`
 * @throws TooComplex
 */
export function parseRuby(source: string, flags: string, ignoresCase: boolean): RubyNode {
  return new Parser(source, flags, ignoresCase).parse()
}

class Parser {
  readonly #source: string
  /** Whether the expression has `m`, which dots outside of groups with other options have from its flag. */
  readonly #dotAll: boolean
  readonly #ignoresCase: boolean
  /** With named groups, `(…)` is not numbered. */
  readonly #hasNames: boolean
  readonly #groups: RubyNode[] = []
  /** Null for a name that several groups have. */
  readonly #groupsByName = new Map<string, RubyNode | null>()
  /** The number of groups that have been opened. */
  #opened = 0
  readonly #groupCount: number
  /** The options that hold here, of `i`, `m` and `x`. */
  #flags: string
  #at = 0
  #depth = 0

  constructor(source: string, flags: string, ignoresCase: boolean) {
    this.#source = source
    this.#flags = flags
    this.#dotAll = flags.includes('m')
    this.#ignoresCase = ignoresCase
    const openings = source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '').match(/\((?:\?<[^=!]|\?'|(?!\?))/g) ?? []
    const named = openings.filter((opening) => opening.length > 1)
    this.#hasNames = named.length > 0
    this.#groupCount = this.#hasNames ? named.length : openings.length
  }

  parse(): RubyNode {
    const node = this.#choice()
    if (this.#at < this.#source.length) throw new TooComplex()
    return node
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#source)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }

  #choice(): RubyNode {
    const items = [this.#sequence()]
    while (this.#take(/\|/y) !== null) items.push(this.#sequence())
    return items.length === 1 ? items[0]! : { kind: 'choice', items }
  }

  #sequence(): RubyNode {
    const items: RubyNode[] = []
    for (;;) {
      this.#skipComments()
      if (this.#at >= this.#source.length || /[|)]/.test(this.#source[this.#at]!)) break
      const options = this.#take(/\(\?([a-z]*)(?:-([a-z]*))?\)/y)
      if (options !== null) {
        // They hold to the end of the group around them, alternatives included.
        this.#switch(options)
        items.push({ kind: 'group', item: this.#choice(), name: undefined })
        break
      }
      items.push(this.#repeated(this.#term()))
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items }
  }

  #skipComments(): void {
    while (this.#take(/\(\?#(?:\\[^]|[^)\\])*\)/y) !== null || this.#isSpace());
  }

  #isSpace(): boolean {
    return this.#flags.includes('x') && this.#take(/\s+|#[^\n]*(?:\n|$)/y) !== null
  }

  /** Repeats may follow each other: `a{2}+` is `(?:a{2})+`, and `a{2}?` is `(?:a{2})?`. */
  #repeated(item: RubyNode): RubyNode {
    let node = item
    for (;;) {
      this.#skipComments()
      const simple = this.#take(/([*+?])([+?]?)/y)
      if (simple !== null) {
        const [, sign, suffix] = simple
        const mode = suffix === '+' ? 'possessive' : suffix === '?' ? 'lazy' : 'greedy'
        node = { kind: 'repeat', item: node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, mode }
        continue
      }
      const counted = this.#take(/\{(?=\d|,\d)(\d*)(,?)(\d*)\}/y)
      if (counted === null) return node
      const [, first, comma, last] = counted
      const min = Number(first)
      const max = comma === '' ? min : last === '' ? Infinity : Number(last)
      const isLazy = comma !== '' && this.#take(/\?/y) !== null
      // `{3,2}` is `{2,3}`, which tries two first and takes no step back.
      if (min > max) throw new TooComplex()
      node = { kind: 'repeat', item: node, min, max, mode: isLazy ? 'lazy' : 'greedy' }
    }
  }

  #term(): RubyNode {
    if (this.#take(/\(/y) !== null) return this.#group()
    if (this.#take(/\\/y) !== null) return this.#escape()
    if (this.#take(/\[/y) !== null) return character(this.#classes((classes) => classes.read()))
    const [text] = this.#take(/[^]/uy)!
    if (text === '^' || text === '$') return { kind: 'assertion', source: text }
    if (text === '.') return character(this.#dot())
    if (/^[*+?]$/.test(text)) throw new TooComplex()
    return character(this.#letter(text, text === '{' || text === '}' ? `\\${text}` : text))
  }

  #classes<Result>(read: (classes: RubyClasses) => Result): Result {
    const rules = { isFolded: this.#flags.includes('i'), hasFlag: this.#ignoresCase }
    const classes = new RubyClasses(this.#source, this.#at, rules)
    const result = read(classes)
    this.#at = classes.at
    return result
  }

  #dot(): string {
    const matchesNewlines = this.#flags.includes('m')
    return matchesNewlines === this.#dotAll ? '.' : matchesNewlines ? '[^]' : '[^\\n]'
  }

  #letter(letter: string, source: string): string {
    return this.#classes((classes) => classes.letter(letter, source))
  }

  #group(): RubyNode {
    if (++this.#depth > MAX_DEPTH) throw new TooComplex()
    const outerFlags = this.#flags
    const node = this.#groupOf(this.#take(/\?(?:<([^=!>][^>]*)>|'([^']+)'|(<?[=!]|[>~:]|\(|([a-z]*)(?:-([a-z]*))?:))/y))
    this.#flags = outerFlags
    this.#depth -= 1
    return node
  }

  #groupOf(opening: RegExpExecArray | null): RubyNode {
    if (opening === null) {
      if (this.#source[this.#at] === '?') throw new TooComplex()
      return this.#hasNames ? this.#closed(undefined) : this.#captured(null)
    }
    const name = opening[1] ?? opening[2]
    if (name !== undefined) return this.#captured(name)
    const kind = opening[3]!
    if (kind === '(') {
      if (this.#take(/(?:\d+|<[^>]+>|'[^']+')\)/y) === null) throw new TooComplex()
      const item = this.#toEnd()
      const items = item.kind === 'choice' ? item.items : [item, { kind: 'sequence', items: [] } as const]
      return { kind: 'either', items }
    }
    if (kind === '>') return { kind: 'atomic', item: this.#toEnd() }
    if (kind === '~') return { kind: 'absent', item: this.#toEnd() }
    if (kind.endsWith(':')) {
      this.#switch([opening[0], opening[4] ?? '', opening[5] ?? ''])
      return this.#closed(undefined)
    }
    return { kind: 'look', item: this.#toEnd(), behind: kind.startsWith('<'), negative: kind.endsWith('!') }
  }

  #captured(name: string | null): RubyNode {
    const index = this.#opened++
    const node = this.#closed(name)
    this.#groups[index] = node
    if (name !== null) this.#groupsByName.set(name, this.#groupsByName.has(name) ? null : node)
    return node
  }

  #closed(name: string | null | undefined): RubyNode {
    return { kind: 'group', item: this.#toEnd(), name }
  }

  #toEnd(): RubyNode {
    const item = this.#choice()
    if (this.#take(/\)/y) === null) throw new TooComplex()
    return item
  }

  /** `a`, `d` and `u` choose which characters beyond ASCII `\w` and the like match. */
  #switch([, on = '', off = '']: readonly (string | undefined)[]): void {
    if (/[^adimux]/.test(on + off)) throw new TooComplex()
    const flags = new Set(this.#flags + on.replace(/[adu]/g, ''))
    this.#flags = [...flags].filter((flag) => !off.includes(flag)).join('')
  }

  /** Behind the backslash. */
  #escape(): RubyNode {
    const reference = this.#take(/(?:([gk])(?:<([^>]+)>|'([^']+)')|([1-9]\d*))/y)
    if (reference !== null) {
      const node = this.#reference(reference)
      if (node !== null) return node
      this.#at -= reference[0].length
    }
    const [assertion] = this.#take(/[AGKZzbB]/y) ?? []
    if (assertion !== undefined) return { kind: 'assertion', source: ASSERTIONS[assertion]! }
    if (this.#take(/R/y) !== null) return LINE_END
    // A grapheme is a character in ASCII.
    if (this.#take(/X/y) !== null) return character('[^]')
    const codes = this.#take(/u\{([\da-fA-F ]+)\}/y)
    if (codes !== null) {
      const items = codes[1]!
        .trim()
        .split(/ +/)
        .map((code) => {
          const value = Number.parseInt(code, 16)
          if (value > 0xffff) throw new TooComplex()
          return character(this.#letter(String.fromCharCode(value), `\\u${code.padStart(4, '0').slice(-4)}`))
        })
      return items.length === 1 ? items[0]! : { kind: 'sequence', items }
    }
    return character(this.#classes((classes) => classes.escape()))
  }

  /** Returns null for an octal escape. */
  #reference([, kind, name = '', quotedName = name, digits]: RegExpExecArray): RubyNode | null {
    const label = digits ?? quotedName
    const number = /^[+-]?\d+$/.test(label) ? Number(label) : null
    if (digits !== undefined && number! > 9 && number! > this.#groupCount) return null
    const opened = this.#opened
    const target = () => {
      if (number === null) return this.#groupsByName.get(label) ?? null
      const index = label.startsWith('-') ? opened + number : label.startsWith('+') ? opened + number - 1 : number - 1
      return this.#groups[index] ?? null
    }
    if (kind === 'g') return { kind: 'call', target }
    // Both cases of the group's string would match.
    if (this.#flags.includes('i') !== this.#ignoresCase) return { kind: 'unknown' }
    return { kind: 'backreference', target }
  }
}

const ASSERTIONS: Readonly<Record<string, string>> = {
  A: '^',
  G: '^',
  // It moves the start of the match, which no route uses.
  K: '',
  Z: '$',
  z: '$',
  b: '\\b',
  B: '\\B',
}

/** `\R`: it never takes only one of a carriage return and a line feed. */
const LINE_END: RubyNode = {
  kind: 'atomic',
  item: {
    kind: 'choice',
    items: [
      { kind: 'sequence', items: [character('\\r'), character('\\n')] },
      character('[\\n-\\r\\x85\\u2028\\u2029]'),
    ],
  },
}

function character(source: string): RubyNode {
  return { kind: 'character', source }
}
