import { isRegExpSource, type Condition, type Manifest, type ManifestRoute, type Requirement } from '../../manifest.ts'
import { matchesPath } from '../../pattern/inclusion.ts'
import { languageOf, requirementOn, type Language, type RoutePattern } from '../../pattern/language.ts'
import type { Pattern, Segment } from '../../pattern/pattern.ts'
import { plainMatches, plainPattern, type PlainPattern } from '../../pattern/plain.ts'
import { samplePath } from '../../pattern/sample.ts'
import { charsIn } from '../../regexp/char-set.ts'
import { contains } from '../../regexp/judge.ts'
import { parseRegExp } from '../../regexp/parse.ts'

/** Routes of one pattern and the same requirements. They match the same paths. */
export class Shape {
  /** The first of them. */
  readonly pattern: ManifestRoute
  /** For each set of verbs and conditions, the first route that has it. In order of declaration. */
  readonly guards: Guard[] = []
  #keys: readonly (readonly Key[])[] | undefined
  #bare: Sample | null | undefined
  #plain: PlainPattern | null | undefined
  #texts: readonly string[] | undefined
  #most: Language | null | undefined
  #least: Language | null | undefined

  constructor(pattern: ManifestRoute) {
    this.pattern = pattern
  }

  /** Its segments as the index knows them, for each combination of optional groups that it can tell apart. */
  get keys(): readonly (readonly Key[])[] {
    return (this.#keys ??= keysOf(this.pattern))
  }

  /** A path that the routes most likely match, without optional groups; see `samplePath`. */
  get bare(): Sample | null {
    if (this.#bare === undefined) this.#bare = sampleOf(samplePath(this.pattern, false))
    return this.#bare
  }

  /** The same with all optional groups. */
  get full(): Sample | null {
    const path = samplePath(this.pattern, true)
    return path === this.bare?.path ? this.bare : sampleOf(path)
  }

  /** Null where the pattern is not plain. */
  get plain(): PlainPattern | null {
    if (this.#plain === undefined) this.#plain = plainPattern(this.pattern)
    return this.#plain
  }

  /** Matches all paths that the routes do. Null where it is too large. Built when it is first asked for. */
  get most(): Language | null {
    if (this.#most === undefined) this.#most = languageOf(this.pattern, 'at-least')
    return this.#most
  }

  /** Matches no path that the routes do not. */
  get least(): Language | null {
    if (this.#least === undefined) {
      this.#least = this.most?.exact === true ? this.most : languageOf(this.pattern, 'at-most')
    }
    return this.#least
  }

  /** False if no route of this shape matches the path. */
  mayMatch(path: string): boolean {
    if (this.plain !== null) return plainMatches(this.plain, path)
    return this.most === null || matchesPath(this.most.automaton, path)
  }

  /** True if all routes of this shape surely match the path. */
  matches(path: string): boolean {
    if (this.plain !== null) return plainMatches(this.plain, path)
    // Most often one literal decides.
    this.#texts ??= this.pattern.segments.flatMap((segment) => (segment.kind === 'static' ? [segment.text] : []))
    if (this.#texts.some((text) => !path.includes(text))) return false
    return this.least !== null && matchesPath(this.least.automaton, path)
  }
}

/** The shape of each route, by its index. Null where the pattern is too long to be worth a thought. */
export function shapesOf({ routes }: Manifest): readonly (Shape | null)[] {
  const shapes = new Map<string, Shape>()
  return routes.map((route) => {
    if (route.pattern.length > MAX_LENGTH) return null
    const key = shapeKey(route)
    let shape = shapes.get(key)
    if (shape === undefined) shapes.set(key, (shape = new Shape(route)))
    return shape
  })
}

/** A path, and its segments up to their first dots, as the index asks for them. */
export interface Sample {
  readonly path: string
  readonly keys: readonly string[]
}

/** The sample of a path. */
export function sampleOf(path: string): Sample
export function sampleOf(path: string | null): Sample | null
export function sampleOf(path: string | null): Sample | null {
  if (path === null) return null
  if (path === '/') return { path, keys: [] }
  const keys = path.slice(1).split('/')
  for (let at = 0; at < keys.length; at += 1) {
    const dot = keys[at]!.indexOf('.')
    if (dot !== -1) keys[at] = keys[at]!.slice(0, dot)
  }
  return { path, keys }
}

/** Routes with longer patterns are neither examined nor held against others. */
const MAX_LENGTH = 1000

/** False if its first segment surely is another text than the path's. */
export function mayBeginAt({ keys }: Shape, path: string): boolean {
  const [first] = sampleOf(path).keys
  return keys.some(([key]) =>
    typeof key === 'string' || key === undefined ? key === first : key === REST || first !== undefined,
  )
}

/** When a route answers, beyond its path. */
export interface Guard {
  readonly verbs: readonly string[]
  readonly conditions: Readonly<Record<string, Condition>>
  readonly route: ManifestRoute
  readonly index: number
  readonly shape: Shape
}

/** Most nodes lead to one more or end there, so what holds several is made when there is one. */
interface Node {
  literals: Map<string, Node> | null
  wild: Node | null
  mixed: Node | null
  /** Shapes whose last segment ends here. */
  ends: Shape[] | null
  /** Shapes that may match anything from here on. */
  rests: Shape[] | null
}

/** A segment of a path as the index knows it: its text up to the first dot, or what it may be. */
export type Key = string | typeof WILD | typeof MIXED | typeof REST

/** Any one segment. */
const WILD = Symbol('wild')
/** A segment of text and params. Apart from WILD, so that a search comes to it last. */
const MIXED = Symbol('mixed')
/** Any number of segments, none included. */
const REST = Symbol('rest')

/** Above this many combinations of optional groups a route is filed under "anything". */
const MAX_VARIANTS = 64
/** A search of the index ends here: after so many nodes, or so many shapes. What it has not found is not claimed. */
const MAX_VISITS = 3000
const MAX_FOUND = 64

/**
 * The routes declared so far, by their first characters in each segment, so that those that could match a path, or
 * share a path with a pattern, are found without looking at all.
 *
 *     /photos/:id(.:format)    -> photos, WILD
 *     /photos.json             -> photos
 *     /:a-:b/edit              -> MIXED, edit
 *     /files/*path             -> files, REST
 */
export class RouteIndex {
  readonly #root: Node = makeNode()
  /** The last search: the routes of a resource ask the same several times on end. */
  #last: { readonly sample: Sample; readonly shapes: Shape[] } | null = null

  /** Files a route: from now on it is among those declared earlier. */
  add(route: ManifestRoute, index: number, shape: Shape): void {
    const { verbs, conditions } = route
    const isNew = shape.guards.length === 0
    const known = shape.guards.some(
      (guard) => sameVerbs(guard.verbs, verbs) && sameConditions(guard.conditions, conditions),
    )
    if (!known) shape.guards.push({ verbs, conditions, route, index, shape })
    if (!isNew) return
    this.#file(shape)
    const last = this.#last
    // It is the latest of all, and it surely is a candidate for its own sample.
    const isOwn = last !== null && last.sample === shape.bare && last.shapes.length < MAX_FOUND
    this.#last = isOwn ? { sample: last.sample, shapes: [...last.shapes, shape] } : null
  }

  /** The shapes that may match the path, in order of declaration. */
  candidates(sample: Sample): readonly Shape[] {
    if (this.#last?.sample !== sample) this.#last = { sample, shapes: this.#search(sample.keys) }
    return this.#last.shapes
  }

  /** The shapes that may have a path in common with this one, in order of declaration. */
  overlapping(shape: Shape): Shape[] {
    const found = new Set<Shape>()
    for (const keys of shape.keys) for (const each of this.#search(keys)) found.add(each)
    return inOrder(found)
  }

  #file(shape: Shape): void {
    for (const keys of shape.keys) {
      let node = this.#root
      let isRest = false
      for (const key of keys) {
        if (key === REST) isRest = true
        else if (key === WILD) node = node.wild ??= makeNode()
        else if (key === MIXED) node = node.mixed ??= makeNode()
        else {
          const literals = (node.literals ??= new Map<string, Node>())
          let next = literals.get(key)
          if (next === undefined) literals.set(key, (next = makeNode()))
          node = next
        }
      }
      const list = isRest ? (node.rests ??= []) : (node.ends ??= [])
      if (!list.includes(shape)) list.push(shape)
    }
  }

  #search(keys: readonly Key[]): Shape[] {
    const found = new Set<Shape>()
    const add = (shapes: readonly Shape[] | null): void => {
      if (shapes === null) return
      for (const shape of shapes) if (found.size < MAX_FOUND) found.add(shape)
    }
    // Last in, first out: what a literal leads to comes first, what a mixed segment leads to last.
    const waiting: { readonly node: Node; readonly at: number }[] = [{ node: this.#root, at: 0 }]
    for (let visits = 0; waiting.length > 0 && visits < MAX_VISITS && found.size < MAX_FOUND; visits += 1) {
      const { node, at } = waiting.pop()!
      const key = keys[at]
      add(node.rests)
      if (key === undefined || key === REST) add(node.ends)
      if (key === undefined) continue
      // REST stays where it is: it goes on for as long as there are nodes.
      const next = key === REST ? at : at + 1
      if (node.mixed !== null) waiting.push({ node: node.mixed, at: next })
      if (node.wild !== null) waiting.push({ node: node.wild, at: next })
      if (typeof key === 'string') {
        const literal = node.literals?.get(key)
        if (literal !== undefined) waiting.push({ node: literal, at: next })
        continue
      }
      for (const literal of node.literals?.values() ?? []) {
        if (waiting.length > MAX_VISITS) break
        waiting.push({ node: literal, at: next })
      }
    }
    return inOrder(found)
  }
}

function makeNode(): Node {
  return { literals: null, wild: null, mixed: null, ends: null, rests: null }
}

function inOrder(shapes: Iterable<Shape>): Shape[] {
  const list = [...shapes]
  return list.length < 2 ? list : list.sort((a, b) => a.guards[0]!.index - b.guards[0]!.index)
}

function sameVerbs(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((verb, index) => verb === b[index])
}

function sameConditions(a: Guard['conditions'], b: Guard['conditions']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function shapeKey({ pattern, requirements, anchored }: ManifestRoute): string {
  let key = anchored ? pattern : `${pattern} …`
  for (const name in requirements) {
    const requirement = requirements[name]!
    const isSource = isRegExpSource(requirement)
    key += ` ${name}=${isSource ? `/${requirement.source}/${requirement.flags}` : JSON.stringify(requirement)}`
  }
  return key
}

function keysOf(route: RoutePattern): readonly (readonly Key[])[] {
  const variants = variantsOf(route.segments, route)
  if (variants.length > MAX_VARIANTS) return [[REST]]
  return variants.map((pieces) => keysOfPieces(pieces, route))
}

type Piece = Exclude<Segment, { kind: 'optional' }>

function variantsOf(segments: Pattern, route: RoutePattern): Piece[][] {
  let variants: Piece[][] = [[]]
  for (const segment of segments) {
    if (segment.kind !== 'optional') {
      for (const variant of variants) variant.push(segment)
    } else if (!isFormat(segment.segments, route)) {
      const inner = variantsOf(segment.segments, route)
      variants = variants.flatMap((variant) => [variant, ...inner.map((each) => [...variant, ...each])])
      if (variants.length > MAX_VARIANTS) return variants
    }
  }
  return variants
}

/** `(.:format)` and the like: with and without it the segment has the same text up to the first dot. */
function isFormat([first, ...others]: Pattern, route: RoutePattern): boolean {
  return (
    first?.kind === 'static' &&
    first.text.startsWith('.') &&
    !first.text.includes('/') &&
    others.every((other) => other.kind === 'param' && !takesSlash(requirementOn(other.name, route)))
  )
}

function keysOfPieces(pieces: readonly Piece[], route: RoutePattern): Key[] {
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
  for (const piece of pieces) {
    if (piece.kind === 'static') {
      for (const [index, part] of piece.text.split('/').entries()) {
        if (index > 0) close()
        const dot = part.indexOf('.')
        if (isOpen && part !== '') text = (text ?? '') + (dot === -1 ? part : part.slice(0, dot))
        if (dot !== -1) isOpen = false
      }
    } else if (piece.kind === 'glob' || takesSlash(requirementOn(piece.name, route))) {
      return [...keys, REST]
    } else if (isOpen) {
      params += 1
    }
  }
  // What is unanchored may go on within its last segment, too.
  if (!route.anchored) return [...keys, REST]
  const path = pieces.map((piece) => (piece.kind === 'static' ? piece.text : ':')).join('')
  if (path !== '/') close()
  return keys
}

const slashes = new Map<string, boolean>()
const SLASH = charsIn('/')

/** True unless the requirement surely matches no slash. */
function takesSlash(requirement: Requirement | undefined): boolean {
  if (requirement === undefined) return false
  if (typeof requirement === 'string') return requirement.includes('/')
  if (!('source' in requirement)) return requirement.some((text) => text.includes('/'))
  const key = `${requirement.flags}/${requirement.source}`
  let answer = slashes.get(key)
  if (answer === undefined) {
    const node = parseRegExp(requirement.source, requirement.flags)
    answer = contains(
      node,
      (part) => part.kind === 'backreference' || (part.kind === 'chars' && (part.set & SLASH) !== 0n),
    )
    slashes.set(key, answer)
  }
  return answer
}
