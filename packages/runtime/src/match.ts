/**
 * Matches most requests in one function, and calls the full search for the others.
 *
 *     match('GET', '/photos/7')
 *     walk     root → literal `photos` → parameter, with the capture `7` → the entry of GET
 *     result   { name: 'photo', controller: 'photos', action: 'show', params: { id: '7' }, path: '/photos/7' }
 */
import { inOriginForm, MAX_PATH_LENGTH } from './canonical-path.ts'
import { createMatchBySearch } from './match-by-search.ts'
import type { FastTable } from './open-table.ts'
import { SHAPE_SHIFT } from './params.ts'
import { methodAndTarget } from './method-and-target.ts'
import type { Match, MatchRequest, RouteMatch, WholeRequest } from './route-match.ts'
import {
  NEEDS_SEARCH,
  FIRST_ENTRY,
  FORMAT_BITS,
  LITERAL_BITS,
  FIRST_PROGRAM,
  PARAM_CHILD,
  ROUTE_LABELS,
  SHAPE_NUMBER,
  GREATEST_ENTRY,
  VERB_BITS,
} from './route-table.ts'

const NO_PARAMS: RouteMatch['params'] = /* @__PURE__ */ Object.freeze({})

const NUMBER_SIGN = 35
const SLASH = 47
const QUESTION_MARK = 63

/**
 * Matches if a special character follows: `%`, which must be decoded, the dot, or a character that no canonical path contains.
 * The pattern reads four other characters at a time. A search for one special character takes a third longer for a long path,
 * because V8 does more checks for each character.
 */
const SPECIAL_CHARACTER_AHEAD =
  /(?!(?:[\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-])*[\w/!$&'()*+,:;=@[\]~-]{0,3}$)/y

/** True if the path contains a special character at or after `start`. */
function hasSpecialCharacter(path: string, start: number): boolean {
  SPECIAL_CHARACTER_AHEAD.lastIndex = start
  return SPECIAL_CHARACTER_AHEAD.test(path)
}

/**
 * Creates `match`, which finds the route of a request.
 *
 * `match` looks a path up among the static paths, then walks the tree of nodes once, segment by segment, using local
 * variables only. A hash of the node and a few characters of the segment finds the literal child; otherwise the walk takes
 * the parameter child. If a node has several matching children, the walk takes the literal. If that branch has no match,
 * it returns to the last branch that it skipped. It returns an entry only if no entry on the skipped branches can win.
 *
 * A path with a special character needs the full search, and so does a route with a format, a pattern or a test. The full search
 * takes about four times as long.
 */
export function createMatcher(table: FastTable): Match {
  // Constants, not parameters: V8 compiles the values of `const` variables into the code. Function declarations, not arrow
  // functions: V8 skips declarations while it compiles the enclosing function, but parses arrow functions.
  const [verbs, numberOf, entries, , , captures, , hasEscapes, routeTable, makeParams] = table
  const [nodes, , labels, findLiteral, , cacheBits] = routeTable
  const [firstVerb, secondVerb, thirdVerb, fourthVerb, fifthVerb] = verbs
  const { imul } = Math // as in `literals.ts`
  const headVerb = verbs.indexOf('HEAD') + 1 || -1

  /**
   * True if the full search may find a route for a path for which the walk found none.
   *
   * @param isWithoutQuery true if no query and no fragment can begin in the segments that were walked
   * @param lastStart where the last segment begins, in which a format may begin; 0 if the walk ended before it
   */
  const mayMatchInSearch = (path: string, isWithoutQuery: boolean, lastStart: number): boolean =>
    hasEscapes
      ? hasSpecialCharacter(path, 0)
      : (!isWithoutQuery && (path.indexOf('?') >= 0 || path.indexOf('#') >= 0)) ||
        (lastStart > 0 && path.indexOf('.', lastStart) >= 0)

  const matchBySearch = createMatchBySearch(table)

  /**
   * The cache of paths without parameters, which match the same entry each time. It only contains paths of the table, as
   * new strings, so that requests cannot make it grow. A slot has a path's hash and its index in `cachedPaths`.
   */
  const cacheSlots = new Int32Array(2 << cacheBits)
  const cacheMask = (1 << cacheBits) - 1
  const cacheShift = 32 - cacheBits
  const cachedPaths = ['']
  const cachedEntries = [0]

  function cacheStaticPath(hash: number, path: string, entry: number): void {
    if (4 * cachedPaths.length > cacheMask) return
    let slot = hash >>> cacheShift
    while (cacheSlots[2 * slot + 1] !== 0) slot = (slot + 1) & cacheMask
    cacheSlots[2 * slot] = hash
    cacheSlots[2 * slot + 1] = cachedPaths.length
    cachedPaths.push(path.split('/').join('/'))
    cachedEntries.push(entry)
  }

  function match(method: unknown, path?: string, request?: MatchRequest): RouteMatch | null {
    if (typeof path !== 'string') {
      const [verb, target] = methodAndTarget(method)
      return typeof target === 'string' ? match(verb, inOriginForm(target), method as WholeRequest) : null
    }
    if (typeof method !== 'string') return null
    // A resource has five verbs. Compared with a search in the list, this saves a thirtieth of the time of each request.
    let verb = 1
    if (method !== firstVerb)
      verb =
        method === secondVerb
          ? 2
          : method === thirdVerb
            ? 3
            : method === fourthVerb
              ? 4
              : method === fifthVerb
                ? 5
                : numberOf(method)
    const { length } = path
    const lastCode = path.charCodeAt(length - 1)
    // The verbs of one path have distinct hashes.
    const hash = imul(lastCode ^ (path.charCodeAt(length >> 1) << 7) ^ (length << 14) ^ (verb << 23), 0x9e3779b1)
    for (
      let slot = hash >>> cacheShift, index;
      (index = cacheSlots[2 * slot + 1]!) > 0;
      slot = (slot + 1) & cacheMask
    ) {
      if (cacheSlots[2 * slot] !== hash || cachedPaths[index] !== path) continue
      const route = entries[cachedEntries[index]! + ROUTE_LABELS]!
      return {
        name: labels[route]!,
        controller: labels[route + 1]!,
        action: labels[route + 2]!,
        params: NO_PARAMS,
        path,
      }
    }
    const isRoot = length === 1 && nodes[FIRST_PROGRAM] === 0
    if (
      length > MAX_PATH_LENGTH ||
      path.charCodeAt(0) !== SLASH ||
      (lastCode === SLASH && !isRoot) ||
      verb === headVerb
    )
      return matchBySearch(verb, path, request)

    let node = 0
    let captureCount = 0
    /** The last parameter node that the walk skipped for a literal, to return to; 0 if there is none. */
    let skipped = 0
    /** The greatest entry at or below that node. */
    let skippedEntry = 0
    let skippedStart = 0
    let skippedEnd = 0
    let skippedCount = 0
    /** The greatest entry on all other branches that the walk skipped. */
    let otherEntry = 0
    for (let start = 1, end; start < length; start = end + 1) {
      const slash = path.indexOf('/', start)
      end = slash < 0 ? length : slash
      if (start === end) return matchBySearch(verb, path, request)
      const programNode = nodes[node + FIRST_PROGRAM]!
      if (programNode > 0) otherEntry = Math.max(otherEntry, nodes[programNode + GREATEST_ENTRY]!)
      const paramNode = nodes[node + PARAM_CHILD]!
      const character = path.charCodeAt(start)
      const mayBeLiteral = (nodes[node + LITERAL_BITS]! >>> (character & 31)) & 1
      const literalNode = mayBeLiteral ? findLiteral(node, path, start, end) : 0
      if (literalNode > 0) {
        if (paramNode > 0 && (nodes[paramNode + VERB_BITS]! >> verb) & 1) {
          skipped = paramNode
          skippedStart = start
          skippedEnd = end
          skippedCount = captureCount
          otherEntry = Math.max(otherEntry, skippedEntry)
          skippedEntry = nodes[paramNode + (slash < 0 ? FIRST_ENTRY + verb : GREATEST_ENTRY)]!
        }
        node = literalNode
      } else {
        captures[2 * captureCount] = start
        captures[2 * captureCount + 1] = end
        captureCount++
        node = paramNode
      }
      if (
        node === 0 ||
        ((nodes[node + VERB_BITS]! >> verb) & 1) === 0 ||
        (slash < 0 && nodes[node + FIRST_ENTRY + verb] === 0)
      ) {
        // A literal contains neither `?` nor `#`. The first character may rule them out for a segment that ended the walk.
        const isWithoutQuery =
          literalNode > 0
            ? captureCount === 0
            : captureCount === 1 && !(node | mayBeLiteral) && character !== QUESTION_MARK && character !== NUMBER_SIGN
        if (mayMatchInSearch(path, isWithoutQuery, slash < 0 ? start : 0)) return matchBySearch(verb, path, request)
        if (skipped === 0) return otherEntry > 0 ? matchBySearch(verb, path, request) : null
        node = skipped
        skipped = skippedEntry = 0
        end = skippedEnd
        captures[2 * skippedCount] = skippedStart
        captures[2 * skippedCount + 1] = end
        captureCount = skippedCount + 1
      }
    }
    const entry = nodes[node + FIRST_ENTRY + verb]!
    if (entry === 0) return otherEntry > 0 ? matchBySearch(verb, path, request) : null
    if (entry <= otherEntry || entry <= skippedEntry || entries[entry + FORMAT_BITS]! & NEEDS_SEARCH)
      return matchBySearch(verb, path, request)
    let params = NO_PARAMS
    if (captureCount === 0) cacheStaticPath(hash, path, entry)
    else {
      const a = path.slice(captures[0], captures[1])
      // The literals equal those of the table, so only params can contain special characters.
      if (captureCount > 1 ? hasSpecialCharacter(path, captures[0]!) : hasSpecialCharacter(a, 0))
        return matchBySearch(verb, path, request)
      const shape = entries[entry + SHAPE_NUMBER]!
      const b = captureCount > 1 ? path.slice(captures[2], captures[3]) : undefined
      const c = captureCount > 2 ? path.slice(captures[4], captures[5]) : undefined
      const d = captureCount > 3 ? path.slice(captures[6], captures[7]) : undefined
      params = makeParams[shape >> SHAPE_SHIFT]!(shape, a, b, c, d, path, captures)
    }
    const route = entries[entry + ROUTE_LABELS]!
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }
  return match
}
