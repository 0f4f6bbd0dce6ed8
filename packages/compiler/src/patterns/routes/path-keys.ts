// Converts patterns and paths to keys, which `path-index.ts` compares: `/photos/:id(.:format)` -> photos, WILD.
import { isRegExpSource, type Requirement } from '../requirement.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { has } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { charsOf } from '../regexp/syntax.ts'
import { oncePerRequirement } from '../once-per-requirement.ts'
import { requirementOn, type RoutePattern } from './route-pattern.ts'

/** A segment in `PathIndex`: its characters up to the first dot, or a symbol for what is not one literal segment. */
export type Key = string | typeof WILD | typeof MIXED | typeof ANY_SEGMENTS

/** Any one segment. */
export const WILD = Symbol('wild')
/** A segment of literals and params. Separate from WILD, so that a search visits it last. */
export const MIXED = Symbol('mixed')
/** Any number of segments, none included. */
export const ANY_SEGMENTS = Symbol('rest')

/** A path, and its segments up to their first dots, which the index compares. */
export interface KeyedPath {
  readonly path: string
  readonly keys: readonly string[]
}

/** Returns a path with its keys. */
export function keyedPath(path: string): KeyedPath
export function keyedPath(path: string | null): KeyedPath | null
export function keyedPath(path: string | null): KeyedPath | null {
  if (path === null) return null
  if (path === '/') return { path, keys: [] }
  const keys = path.slice(1).split('/')
  for (let at = 0; at < keys.length; at += 1) {
    const dot = keys[at]!.indexOf('.')
    if (dot !== -1) keys[at] = keys[at]!.slice(0, dot)
  }
  return { path, keys }
}

/** A route with more combinations of optional groups than this is indexed as one that may match any path. */
const MAX_VARIANTS = 64

/**
 * Returns a pattern's segments in the form of the index, for each combination of optional groups that it distinguishes.
 *
 *     /photos/:id(.:format)    -> photos, WILD
 *     /photos.json             -> photos
 *     /:a-:b/edit              -> MIXED, edit
 *     /files/*path             -> files, ANY_SEGMENTS
 */
export function keysOf(route: RoutePattern): readonly (readonly Key[])[] {
  const variants = variantsOf(route.segments, route)
  if (variants.length > MAX_VARIANTS) return [[ANY_SEGMENTS]]
  return variants.map((pieces) => keysOfPieces(pieces, route))
}

type Piece = Exclude<Segment, { kind: 'optional' }>

function variantsOf(segments: Pattern, route: RoutePattern): Piece[][] {
  let variants: Piece[][] = [[]]
  for (const segment of segments) {
    if (segment.kind !== 'optional') {
      for (const variant of variants) variant.push(segment)
    } else if (!beginsWithDot(segment.segments, route)) {
      const groupVariants = variantsOf(segment.segments, route)
      // Otherwise the number would double for each group around this one.
      if (groupVariants.length > MAX_VARIANTS) return groupVariants
      variants = variants.flatMap((variant) => [variant, ...groupVariants.map((group) => [...variant, ...group])])
      if (variants.length > MAX_VARIANTS) return variants
    }
  }
  return variants
}

/** True for `(.:format)` or `(.json)`: the segment is the same up to the first dot with and without such a group. */
function beginsWithDot([firstPiece, ...following]: Pattern, route: RoutePattern): boolean {
  return (
    firstPiece?.kind === 'static' &&
    firstPiece.text.startsWith('.') &&
    !firstPiece.text.includes('/') &&
    following.every((segment) => segment.kind === 'param' && !matchesSlash(requirementOn(segment.name, route)))
  )
}

function keysOfPieces(segments: readonly Piece[], route: RoutePattern): Key[] {
  const keys: Key[] = []
  let text: string | null = null
  let params = 0
  let isOpen = true
  const close = (): void => {
    if (text !== null) keys.push(params === 0 ? text : params === 1 && text === '' ? WILD : MIXED)
    text = ''
    params = 0
    isOpen = true
  }
  for (const segment of segments) {
    if (segment.kind === 'static') {
      const parts = segment.text.split('/')
      for (let index = 0; index < parts.length; index += 1) {
        if (index > 0) close()
        const part = parts[index]!
        const dot = part.indexOf('.')
        if (isOpen && part !== '') text = (text ?? '') + (dot === -1 ? part : part.slice(0, dot))
        if (dot !== -1) isOpen = false
      }
    } else if (segment.kind === 'glob' || matchesSlash(requirementOn(segment.name, route))) {
      return [...keys, ANY_SEGMENTS]
    } else if (isOpen) {
      params += 1
    }
  }
  // The match of an unanchored route may also end within a segment.
  if (!route.anchored) return [...keys, ANY_SEGMENTS]
  const [firstPiece] = segments
  const isRoot = segments.length === 1 && firstPiece?.kind === 'static' && firstPiece.text === '/'
  if (!isRoot) close()
  return keys
}

/** False only if no match of the requirement contains a slash. */
function matchesSlash(requirement: Requirement | undefined): boolean {
  if (requirement === undefined) return false
  if (!isRegExpSource(requirement)) return [requirement].flat().some((text) => text.includes('/'))
  return regExpMatchesSlash(requirement)
}

const regExpMatchesSlash = oncePerRequirement((requirement) => has(charsOf(treeOf(requirement)), '/'))
