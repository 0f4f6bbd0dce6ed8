// Converts requirements, conditions and defaults to JSON, and rejects values that JSON cannot contain.
import { isRegExp } from '../../dsl-values.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import { shorten } from '../../diagnostics/text.ts'
import { oncePerRequirement } from '../../patterns/once-per-requirement.ts'
import { BACK_REFERENCE, regExpProblem } from '../../patterns/regexp/parse.ts'
import {
  type Condition,
  type Json,
  type RegExpSource,
  type Requirement,
  isRegExpSource,
} from '../../manifest/manifest.ts'

/**
 * Freezes the requirement of a param.
 *
 * @throws Rejection `regexp-anchor`, `regexp-flags`, `empty-requirement`, `invalid-regexp`, `unsupported-requirement`,
 *   `not-frozen`
 */
export function freezeRequirement(name: string, value: unknown, isGlob: boolean): Requirement {
  if (isRegExp(value)) {
    if (ANCHOR.test(value.source)) {
      throw new Rejection('regexp-anchor', { name, expression: String(value) })
    }
    if (value.source === '(?:)') throw new Rejection('empty-requirement', { name })
    const flags = isGlob ? value.flags.replace('s', '') : value.flags
    if (!/^[iuv]*$/.test(flags)) {
      throw new Rejection('regexp-flags', { kind: 'requirement', name, expression: String(value) })
    }
    return freezeRegExp({ kind: 'requirement', name }, value)
  }
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
    return value.map(String)
  }
  throw new Rejection('not-frozen', { kind: 'requirement', name })
}

/** Rails refuses these anywhere at the ends, escaped or not. */
const ANCHOR = /^(?:\\A|\^)|(?:\\Z|\\z|\$)$/

/**
 * Freezes the condition on an attribute of the request.
 *
 * @throws Rejection `regexp-flags`, `invalid-regexp`, `unsupported-requirement`, `not-frozen`
 */
export function freezeCondition(name: string, value: unknown): Condition {
  if (isRegExp(value)) {
    if (!/^[imsuv]*$/.test(value.flags)) {
      throw new Rejection('regexp-flags', { kind: 'condition', name, expression: String(value) })
    }
    return freezeRegExp({ kind: 'condition', name }, value)
  }
  if (isScalar(value)) return value
  if (Array.isArray(value) && value.every(isScalar)) return [...value]
  throw new Rejection('not-frozen', { kind: 'condition', name })
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
}

/** Reads a new regular expression, because an object that claims to be a regular expression may not be one. */
function sourceOf(value: RegExp): RegExpSource {
  const { source, flags } = new RegExp(value.source, value.flags)
  return { source, flags }
}

function freezeRegExp(limit: { kind: 'requirement' | 'condition'; name: string }, value: RegExp): RegExpSource {
  const frozen = sourceOf(value)
  const problem = problemOf(frozen)
  if (problem === BACK_REFERENCE) {
    throw new Rejection('unsupported-requirement', {
      ...limit,
      expression: shorten(`/${frozen.source}/${frozen.flags}`),
    })
  }
  if (problem !== null) throw new Rejection('invalid-regexp', { ...limit, problem })
  return frozen
}

const problemOf = oncePerRequirement(({ source, flags }) => regExpProblem(source, flags))

/**
 * Freezes a format that is a string. Rails compiles it to a regular expression.
 *
 * @throws Rejection `invalid-regexp`
 */
export function freezeFormat(text: string): RegExpSource {
  const problem = regExpProblem(text, '')
  if (problem === null) return { source: text, flags: '' }
  throw new Rejection('invalid-regexp', { format: text.slice(0, 80), problem })
}

/**
 * Freezes a default parameter, or an option of a mapping. An action (a symbol) is frozen as its name.
 *
 * @throws Rejection `invalid-default`
 */
export function freezeDefault(name: string, value: unknown): Json {
  const frozen = toJson(value, 0)
  if (frozen === undefined) throw new Rejection('invalid-default', { name })
  return frozen
}

/** A deeper value is a cycle, or does not belong in a route table. */
const MAX_JSON_DEPTH = 32

function toJson(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'symbol') return value.description ?? ''
  if (typeof value !== 'object' || depth > MAX_JSON_DEPTH) return undefined
  if (isRegExp(value)) return { ...sourceOf(value) }
  if (Array.isArray(value)) {
    const list = value.map((item) => toJson(item, depth + 1))
    return list.includes(undefined) ? undefined : (list as Json[])
  }
  const map: Record<string, Json> = {}
  for (const [key, item] of Object.entries(value)) {
    const frozen = toJson(item, depth + 1)
    if (frozen === undefined || key === '__proto__') return undefined
    map[key] = frozen
  }
  return map
}

/**
 * The maximum length of a regular expression or a string, in UTF-16 code units. A part of a path is far shorter. Longer
 * requirements cannot be analysed, and engines refuse the resulting expression of the path.
 */
const MAX_LENGTH = 4096

/**
 * Checks that a route's requirements or conditions are not too long. A list may contain any number of strings.
 *
 * @throws Rejection `requirement-too-long`
 */
export function checkSizes(
  kind: 'requirement' | 'condition',
  values: Readonly<Record<string, Requirement | Condition>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const parts = isRegExpSource(value) ? [value.source] : [value].flat()
    const tooLong = parts.find((part) => typeof part === 'string' && part.length > MAX_LENGTH)
    if (tooLong === undefined) continue
    throw new Rejection('requirement-too-long', { kind, name, length: String(tooLong).length, limit: MAX_LENGTH })
  }
}
