import { isRegExpSource, type Requirement } from '../manifest.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { PositionBuilder } from './position-automaton.ts'
import { hasChar, PATH_CHARS, type CharSet } from './regexp/char-set.ts'
import { parseRegExp } from './regexp/parse.ts'
import { contains, isAssertion } from './regexp/syntax.ts'
import { textsOf } from './regexp/texts.ts'
import { requirementOn, type RoutePattern } from './route-pattern.ts'
import { TooManyStates } from './too-many-states.ts'

/**
 * A path that the route most likely matches, made without a search: params stand as texts that no one would choose for
 * a literal. Null where a requirement matches no text at all, or is too large.
 *
 * @param full with all optional groups, or with none
 */
export function samplePath(route: RoutePattern, full: boolean): string | null {
  const sample = writeSample(route.segments, route, full)
  return sample === '' ? '/' : sample
}

function writeSample(segments: Pattern, route: RoutePattern, full: boolean): string | null {
  let path = ''
  for (const segment of segments) {
    let part: string | null = ''
    if (segment.kind === 'static') part = segment.text
    else if (segment.kind === 'optional') part = full ? writeSample(segment.segments, route, full) : ''
    else part = sampleText(requirementOn(segment.name, route), segment.kind === 'glob')
    if (part === null) return null
    path += part
  }
  return path
}

const samples = new Map<string, string | null>()

/** A text that fulfils a requirement, most likely; null where it matches none, or is too large. */
export function sampleText(requirement: Requirement | undefined, isGlob: boolean): string | null {
  if (requirement === undefined) return isGlob ? '~x/~y' : '~x'
  if (!isRegExpSource(requirement)) return [requirement].flat()[0] ?? null
  const key = `${requirement.flags}/${requirement.source}`
  let sample = samples.get(key)
  if (sample === undefined) samples.set(key, (sample = shortestText(requirement.source, requirement.flags)))
  return sample
}

const PREFERRED = '~xQ7'

/** A shortest text, but not the empty one, of characters that may stand in a path. */
function shortestText(source: string, flags: string): string | null {
  const builder = new PositionBuilder(2000)
  try {
    const tree = parseRegExp(source, flags)
    const fragment = contains(tree, isAssertion) ? builder.texts(textsOf(source, flags)) : builder.build(tree)
    const { sets, follow, final } = builder.finish(fragment)
    const seen = new Set<number>()
    const queue: { readonly state: number; readonly text: string }[] = [{ state: 0, text: '' }]
    for (const { state, text } of queue) {
      if (text !== '' && final.has(state)) return text
      for (const next of follow[state]!.keys()) {
        const character = seen.has(next) ? null : pick(sets[next]! & PATH_CHARS)
        if (character === null) continue
        seen.add(next)
        queue.push({ state: next, text: text + character })
      }
    }
  } catch (error) {
    if (!(error instanceof TooManyStates)) throw error
  }
  return null
}

function pick(set: CharSet): string | null {
  for (const character of PREFERRED) if (hasChar(set, character.charCodeAt(0))) return character
  for (let code = 0x7e; code > 0x20; code -= 1) if (hasChar(set, code)) return String.fromCharCode(code)
  return null
}
