import type { RegExpSource } from '../../../manifest.ts'
import { ANY, choice, complement, EMPTY, NEVER, sequence, setOf, type CharacterSet, type Expression } from './syntax.ts'

/** Raised for what an automaton cannot do (back-references, lookbehind) or what we do not read (`\p{…}`, flag `v`). */
export class UnsupportedRegExp extends Error {}

const DIGIT = setOf([48, 57])
const WORD = setOf([48, 57], [65, 90], [95, 95], [97, 122])
const SPACE = setOf([9, 13], [32, 32])
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
}
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 }

/**
 * Parses a regular expression of JavaScript for use on canonical paths. Groups are dropped: nothing asks what they
 * captured.
 *
 * @param requirement one that `new RegExp` accepts
 * @throws UnsupportedRegExp
 */
export function parseRegExp(requirement: RegExpSource): Expression {
  const { source, flags } = requirement
  if (flags.includes('v')) throw new UnsupportedRegExp('flag v')
  const ignoreCase = flags.includes('i')
  let index = 0

  function disjunction(): Expression {
    const items = [alternative()]
    while (source[index] === '|') {
      index++
      items.push(alternative())
    }
    return items.length === 1 ? items[0]! : choice(...items)
  }

  function alternative(): Expression {
    const items: Expression[] = []
    while (index < source.length && source[index] !== '|' && source[index] !== ')') items.push(quantified())
    return items.length === 1 ? items[0]! : sequence(...items)
  }

  function quantified(): Expression {
    const item = term()
    const quantifier = /[*+?]|\{(\d+)(,(\d*))?\}/y
    quantifier.lastIndex = index
    const match = quantifier.exec(source)
    if (match === null) return item
    index += match[0].length
    const greedy = source[index] !== '?'
    if (!greedy) index++
    const [sign, least, comma, most] = match
    if (sign === '*') return { kind: 'repeat', item, min: 0, max: Infinity, greedy }
    if (sign === '+') return { kind: 'repeat', item, min: 1, max: Infinity, greedy }
    if (sign === '?') return { kind: 'repeat', item, min: 0, max: 1, greedy }
    const min = Number(least)
    const max = comma === undefined ? min : most === '' ? Infinity : Number(most)
    return { kind: 'repeat', item, min, max, greedy }
  }

  function term(): Expression {
    const character = source[index++]!
    if (character === '.') return { kind: 'set', set: ANY }
    if (character === '(') return group()
    if (character === '[') return { kind: 'set', set: characterClass() }
    // A requirement never begins where the path does.
    if (character === '^') return NEVER
    if (character === '$') return { kind: 'assertion', assertion: 'end' }
    if (character !== '\\') return set(character.codePointAt(0)!)
    const next = source[index]!
    if (next === 'b' || next === 'B') {
      index++
      return { kind: 'assertion', assertion: next === 'b' ? 'word' : 'not-word' }
    }
    if (/[1-9k]/.test(next)) throw new UnsupportedRegExp('a back-reference')
    const escaped = escape()
    return typeof escaped === 'bigint' ? { kind: 'set', set: escaped } : set(escaped)
  }

  function group(): Expression {
    const opening = /\?(?:[:=!]|<[=!]|<[^>]*>)/y
    opening.lastIndex = index
    const kind = opening.exec(source)?.[0] ?? ''
    if (kind === '?<=' || kind === '?<!') throw new UnsupportedRegExp('a lookbehind')
    if (kind === '' && source[index] === '?') throw new UnsupportedRegExp('modifiers')
    index += kind.length
    const item = disjunction()
    index++
    if (kind === '?=' || kind === '?!') return { kind: 'lookahead', item, negative: kind === '?!' }
    return item
  }

  /** What stands behind a backslash: a class, or the code of one character. */
  function escape(): CharacterSet | number {
    const letter = source[index++]!
    if (letter in CLASSES) return CLASSES[letter]!
    if (letter in CONTROLS) return CONTROLS[letter]!
    if (/[pP]/.test(letter) && /[uv]/.test(flags)) throw new UnsupportedRegExp('a Unicode property')
    const hex = /(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\}|c([a-z]))/iy
    hex.lastIndex = index - 1
    const match = hex.exec(source)
    if (match === null) return letter.codePointAt(0)!
    const [whole, byte, unit, point, control] = match
    if (point !== undefined && !flags.includes('u')) return letter.codePointAt(0)!
    index += whole.length - 1
    if (control !== undefined) return control.charCodeAt(0) % 32
    return Number.parseInt((byte ?? unit ?? point)!, 16)
  }

  function characterClass(): CharacterSet {
    const negative = source[index] === '^'
    if (negative) index++
    let result = 0n
    while (source[index] !== ']') {
      const from = classMember()
      if (typeof from === 'bigint' || source[index] !== '-' || source[index + 1] === ']') {
        result |= typeof from === 'bigint' ? from : setOf([from, from])
        continue
      }
      index++
      const to = classMember()
      if (typeof to === 'bigint') result |= setOf([from, from], [45, 45]) | to
      else result |= setOf([from, to])
    }
    index++
    if (ignoreCase) result = bothCases(result)
    return negative ? complement(result) : result
  }

  function classMember(): CharacterSet | number {
    const character = source[index++]!
    if (character !== '\\') return character.codePointAt(0)!
    if (source[index] === 'b') {
      index++
      return 8
    }
    return escape()
  }

  function set(code: number): Expression {
    const only = setOf([code, code])
    return { kind: 'set', set: ignoreCase ? bothCases(only) : only }
  }

  const expression = disjunction()
  if (index < source.length) throw new UnsupportedRegExp(`“${source[index]}” at ${index}`)
  return source === '(?:)' ? EMPTY : expression
}

const UPPER = setOf([65, 90])
const LOWER = setOf([97, 122])

function bothCases(set: CharacterSet): CharacterSet {
  return set | ((set & UPPER) << 32n) | ((set & LOWER) >> 32n)
}
