// Matches most requests in one function. It calls the complete search for the others.
import { inOriginForm, LIMIT } from './canonical-path.ts'
import { createCarefulMatch } from './careful-match.ts'
import type { FastTable } from './open-table.ts'
import { SHAPE_SHIFT } from './params.ts'
import { partsOf } from './parts-of.ts'
import type { Match, MatchRequest, RouteMatch, WholeRequest } from './route-match.ts'
import { DOUBTFUL, FIRST, FORMAT, LITERALS, OTHER, PARAM, ROUTE, SHAPE, TOP, VERBS } from './route-table.ts'

const NO_PARAMS: RouteMatch['params'] = /* @__PURE__ */ Object.freeze({})

const HASH = 35
const SLASH = 47
const QUERY = 63

/**
 * Matches if a character up to the end of the path is not plain. The other characters are those that no canonical path
 * contains, `%`, which must be decoded, and the dot. The pattern reads four plain characters at a time: a search for one
 * that is not plain takes a third longer for a long path, as V8 does more checks for each character.
 */
const ODD =
  /(?!(?:[\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-][\w/!$&'()*+,:;=@[\]~-])*[\w/!$&'()*+,:;=@[\]~-]{0,3}$)/y

/** True if the path contains a character that is not plain at or after `start`. */
function isOdd(path: string, start: number): boolean {
  ODD.lastIndex = start
  return ODD.test(path)
}

/**
 * Creates `match`, which finds the route of a request.
 *
 * `match` looks a path up among the static paths, then walks the tree of nodes once, segment by segment, using local
 * variables only. A hash of the node and a few characters of the segment finds the literal child; otherwise the walk takes
 * the parameter child. If a node has several matching children, the walk takes the literal. If that branch has no match,
 * it returns to the last branch that it skipped. It returns an entry only if no entry on the skipped branches can win.
 *
 * Paths with characters that are not plain, formats, patterns and tests need the full search, which takes about four times
 * as long.
 */
export function createMatcher(table: FastTable): Match {
  // Constants, not parameters: V8 compiles the values of `const` variables into the code. Function declarations, not arrow
  // functions: V8 skips declarations while it compiles the enclosing function, but parses arrow functions.
  const [verbs, numberOf, entries, , , captures, , escapes, tables, makeParams] = table
  const [nodes, , labels, find, , keptBits] = tables
  const [firstVerb, secondVerb, thirdVerb, fourthVerb, fifthVerb] = verbs
  const { imul } = Math // as in `literals.ts`
  const head = verbs.indexOf('HEAD') + 1 || -1

  /**
   * True if a path may still match a route after the walk ended without one. A query or a fragment may begin in the
   * segments that were walked, unless they are `clean`. A format may begin in the last segment: `start` is where that
   * segment starts, or 0 if the walk ended before it.
   */
  const mayLead = (path: string, clean: boolean, start: number): boolean =>
    escapes
      ? isOdd(path, 0)
      : (!clean && (path.indexOf('?') >= 0 || path.indexOf('#') >= 0)) || (start > 0 && path.indexOf('.', start) >= 0)

  const matchWithCare = createCarefulMatch(table)

  /**
   * A path without parameters matches the same entry each time, so it is looked up before it is walked. The cache only
   * holds paths of the table itself, as new strings, so that requests cannot make it grow.
   */
  const keptSlots = new Int32Array(2 << keptBits)
  const keptMask = (1 << keptBits) - 1
  const keptShift = 32 - keptBits
  const keptPaths = ['']
  const keptEntries = [0]

  function keep(print: number, path: string, entry: number): void {
    if (4 * keptPaths.length > keptMask) return
    let slot = print >>> keptShift
    while (keptSlots[2 * slot + 1] !== 0) slot = (slot + 1) & keptMask
    keptSlots[2 * slot] = print
    keptSlots[2 * slot + 1] = keptPaths.length
    keptPaths.push(path.split('/').join('/'))
    keptEntries.push(entry)
  }

  function match(method: unknown, path?: string, request?: MatchRequest): RouteMatch | null {
    if (typeof path !== 'string') {
      const [verb, target] = partsOf(method)
      return typeof target === 'string' ? match(verb, inOriginForm(target), method as WholeRequest) : null
    }
    if (typeof method !== 'string') return null
    // A resource has five verbs. Compared with a search in the list, this saves a thirtieth of the time of all requests.
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
    const print = imul(lastCode ^ (path.charCodeAt(length >> 1) << 7) ^ (length << 14) ^ (verb << 23), 0x9e3779b1)
    for (let slot = print >>> keptShift, index; (index = keptSlots[2 * slot + 1]!) > 0; slot = (slot + 1) & keptMask) {
      if (keptSlots[2 * slot] !== print || keptPaths[index] !== path) continue
      const route = entries[keptEntries[index]! + ROUTE]!
      return {
        name: labels[route]!,
        controller: labels[route + 1]!,
        action: labels[route + 2]!,
        params: NO_PARAMS,
        path,
      }
    }
    const isRoot = length === 1 && nodes[OTHER] === 0
    if (length > LIMIT || path.charCodeAt(0) !== SLASH || (lastCode === SLASH && !isRoot) || verb === head)
      return matchWithCare(verb, path, request)

    let node = 0
    let count = 0
    /** The last parameter node that the walk skipped for a literal, to return to, and the greatest entry there; 0: none. */
    let choice = 0
    let choiceTop = 0
    let choiceStart = 0
    let choiceEnd = 0
    let choiceCount = 0
    /** The greatest entry on all other skipped branches. */
    let limit = 0
    for (let start = 1, end; start < length; start = end + 1) {
      const slash = path.indexOf('/', start)
      end = slash < 0 ? length : slash
      if (start === end) return matchWithCare(verb, path, request)
      const otherNode = nodes[node + OTHER]!
      if (otherNode > 0) limit = Math.max(limit, nodes[otherNode + TOP]!)
      const param = nodes[node + PARAM]!
      const char = path.charCodeAt(start)
      const mayBeLiteral = (nodes[node + LITERALS]! >>> (char & 31)) & 1
      const literal = mayBeLiteral ? find(node, path, start, end) : 0
      if (literal > 0) {
        if (param > 0 && (nodes[param + VERBS]! >> verb) & 1) {
          choice = param
          choiceStart = start
          choiceEnd = end
          choiceCount = count
          limit = Math.max(limit, choiceTop)
          choiceTop = nodes[param + (slash < 0 ? FIRST + verb : TOP)]!
        }
        node = literal
      } else {
        captures[2 * count] = start
        captures[2 * count + 1] = end
        count++
        node = param
      }
      if (node === 0 || ((nodes[node + VERBS]! >> verb) & 1) === 0 || (slash < 0 && nodes[node + FIRST + verb] === 0)) {
        // A literal is clean. So is a segment that ended the walk by its first character, unless a query or a fragment
        // begins there.
        const clean =
          literal > 0 ? count === 0 : count === 1 && !(node | mayBeLiteral) && char !== QUERY && char !== HASH
        if (mayLead(path, clean, slash < 0 ? start : 0)) return matchWithCare(verb, path, request)
        if (choice === 0) return limit > 0 ? matchWithCare(verb, path, request) : null
        node = choice
        choice = choiceTop = 0
        end = choiceEnd
        captures[2 * choiceCount] = choiceStart
        captures[2 * choiceCount + 1] = end
        count = choiceCount + 1
      }
    }
    const entry = nodes[node + FIRST + verb]!
    if (entry === 0) return limit > 0 ? matchWithCare(verb, path, request) : null
    if (entry <= limit || entry <= choiceTop || entries[entry + FORMAT]! & DOUBTFUL)
      return matchWithCare(verb, path, request)
    let params = NO_PARAMS
    if (count === 0) keep(print, path, entry)
    else {
      const a = path.slice(captures[0], captures[1])
      // The literals equal those of the table, so only params can contain characters that are not plain.
      if (count > 1 ? isOdd(path, captures[0]!) : isOdd(a, 0)) return matchWithCare(verb, path, request)
      const shape = entries[entry + SHAPE]!
      const b = count > 1 ? path.slice(captures[2], captures[3]) : undefined
      const c = count > 2 ? path.slice(captures[4], captures[5]) : undefined
      const d = count > 3 ? path.slice(captures[6], captures[7]) : undefined
      params = makeParams[shape >> SHAPE_SHIFT]!(shape, a, b, c, d, path, captures)
    }
    const route = entries[entry + ROUTE]!
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }
  return match
}
