// Builds sample paths of routes, and sample strings of requirements.
import { isRegExpSource, type Requirement } from '../requirement.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { hasCode, PATH_CHARS } from '../regexp/char-set.ts'
import { oncePerRequirement } from '../once-per-requirement.ts'
import { requirementOn, type RoutePattern } from './route-pattern.ts'
import { scannerOf } from '../automata/scanner-code.ts'
import { withinLimit } from '../automata/too-many-states.ts'

/**
 * Builds a path that the route probably matches, without a search. Params get strings that are unlikely as literals.
 * Returns null if a requirement matches no string or is too large.
 *
 * @param full true to include all optional groups, false to omit all
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
    else part = sampleString(requirementOn(segment.name, route), segment.kind === 'glob')
    if (part === null) return null
    path += part
  }
  return path
}

/** Returns a string that probably satisfies a requirement; null if none does, or if the requirement is too large. */
export function sampleString(requirement: Requirement | undefined, isGlob: boolean): string | null {
  if (requirement === undefined) return isGlob ? '~x/~y' : '~x'
  if (!isRegExpSource(requirement)) return [requirement].flat()[0] ?? null
  return shortestString(requirement)
}

const PREFERRED = '~xQ7'

/** The characters of paths, the preferred ones first. */
const CHARACTERS = [
  ...PREFERRED,
  ...Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x7e - index)).filter(
    (character) => !PREFERRED.includes(character) && hasCode(PATH_CHARS, character.charCodeAt(0)),
  ),
]

/** The search for a sample ends after so many states. Samples of real requirements need some tens. */
const MAX_STATES = 2000

/** Returns a shortest non-empty string of path characters that matches; null if none is found. */
const shortestString = oncePerRequirement((requirement) => {
  const scanner = withinLimit(() => scannerOf(requirement))
  if (scanner === null) return null
  const start = scanner.first()
  const visited = new Set([start])
  const queue = [{ state: start, text: '' }]
  for (const { state, text } of queue) {
    if (text !== '' && scanner.accepts(state)) return text
    for (const character of CHARACTERS) {
      const next = scanner.step(state, character.charCodeAt(0))
      if (next === undefined || visited.has(next) || visited.size > MAX_STATES) continue
      visited.add(next)
      queue.push({ state: next, text: text + character })
    }
  }
  return null
})
