// Builds sample paths of routes, and sample strings of requirements.
import type { Scanner } from '@turnout/runtime'
import { isRegExpSource, type Requirement } from '../requirement.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { PositionBuilder } from '../automata/position-automaton.ts'
import { hasCode, PATH_CHARS, type CharSet } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, isAssertion, type RegExpTree } from '../regexp/syntax.ts'
import { fact } from '../facts.ts'
import { requirementOn, type RoutePattern } from './route-pattern.ts'
import { scannerOf } from '../automata/scanner-program.ts'
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

/** Returns a shortest non-empty string of path characters that matches. */
const shortestString = fact((requirement) =>
  withinLimit(() => {
    const tree = treeOf(requirement)
    return contains(tree, isAssertion) ? shortestScanned(scannerOf(requirement)) : shortestOfTree(tree)
  }),
)

function shortestScanned(scan: Scanner): string | null {
  const start = scan.first()
  const visited = new Set([start])
  const queue = [{ state: start, text: '' }]
  for (const { state, text } of queue) {
    if (text !== '' && scan.accepts(state)) return text
    for (const character of CHARACTERS) {
      const next = scan.step(state, character.charCodeAt(0))
      if (next === undefined || visited.has(next) || visited.size > MAX_STATES) continue
      visited.add(next)
      queue.push({ state: next, text: text + character })
    }
  }
  return null
}

/** @throws TooManyStates */
function shortestOfTree(tree: RegExpTree): string | null {
  const builder = new PositionBuilder(MAX_STATES)
  const { sets, follow, final } = builder.finish(builder.build(tree))
  const visited = new Set<number>()
  const queue: { readonly state: number; readonly text: string }[] = [{ state: 0, text: '' }]
  for (const { state, text } of queue) {
    if (text !== '' && final.has(state)) return text
    for (const next of follow[state]!.keys()) {
      const character = visited.has(next) ? null : pick(sets[next]! & PATH_CHARS)
      if (character === null) continue
      visited.add(next)
      queue.push({ state: next, text: text + character })
    }
  }
  return null
}

function pick(set: CharSet): string | null {
  for (const character of PREFERRED) if (hasCode(set, character.charCodeAt(0))) return character
  for (let code = 0x7e; code > 0x20; code -= 1) if (hasCode(set, code)) return String.fromCharCode(code)
  return null
}
