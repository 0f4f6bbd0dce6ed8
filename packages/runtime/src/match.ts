import { canonicalPath, LIMIT } from './canonical-path.ts'
import type { Captures, Extra, Match, MatchRequest, Program, RouteMatch } from './route-match.ts'
import {
  CAPTURES,
  COUNT,
  ENTRY_SIZE,
  EXTRA,
  FIRST,
  FORMAT,
  hash,
  LEAST,
  LITERALS,
  NAMES,
  NEXT,
  NEXT_OTHER,
  nodeSize,
  NONE,
  OTHER,
  PARAM,
  PROGRAM,
  readTable,
  ROUTE,
  VERB,
  VERBS,
} from './route-table.ts'

const DOT = 2

/** Characters that a canonical path does not have, or that must be decoded: 1. The dot: 2. */
const CLASSES = /* @__PURE__ */ classify()

function classify(): Uint8Array {
  const classes = new Uint8Array(128).fill(1)
  for (let code = 33; code < 127; code++) if (!'"#%<>?\\^`{|}'.includes(String.fromCharCode(code))) classes[code] = 0
  classes[46] = DOT
  return classes
}

const NO_PARAMS: Readonly<Record<string, unknown>> = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null))

/**
 * Reads the route table that `emitMatcher` of the compiler has written, and answers `match` for it.
 *
 * The walk goes through the path once, by segments: a hash of the node and a few characters of the segment finds a
 * literal, else there is a parameter. Where several ways lead on it takes all of them that can still win, and the entry
 * with the least number wins. A way is never longer than the longest pattern, so that time is linear in the path.
 *
 * This file is long because it is one closure: what its functions share are variables, which cost neither the bytes of
 * property names nor a load for each use.
 */
export function createMatcher(
  verbs: string,
  words: string,
  table: string,
  extras: readonly Extra[] = [],
  programs: readonly Program[] = [],
): Match {
  const verbList = verbs.split(' ')
  const numberOf = (method: string): number => verbList.indexOf(method) + 1
  const [nodes, entries, labels, find, captureLimit, keptBits] = readTable(verbList.length, words, table)
  const more = nodeSize(verbList.length)
  const captures: Captures = new Int32Array(2 * captureLimit + 4)
  const saved: Captures = captures.slice()

  // The state of one walk. Nothing of the application runs during a walk, so that `match` may be called from anywhere.
  let verb = 0
  /** A HEAD request that only a HEAD route should answer. */
  let explicit = false
  let best = NONE
  /** Entries up to this one are out. */
  let floor = -1
  /** The captures of the best entry. */
  let won = captures
  /** Where the format begins that the best entry has, else 0. */
  let format = 0
  /** There is something that a canonical path does not have, or that must be decoded. */
  let odd = false
  /** A test has been asked: for another request the answer may be another. */
  let asked = false
  let request: MatchRequest | undefined
  let requested = ''

  /** Takes the first of a node's entries that may answer, if it beats what was found. `at` is where a format begins. */
  const consider = (path: string, node: number, count: number, at: number): void => {
    for (let entry = nodes[node + FIRST + verb]!; entry < best; entry = entries[entry + NEXT]!) {
      const accepted = entries[entry + VERB]!
      if (accepted !== verb && (accepted !== 0 || explicit)) continue
      if ((entries[entry + FORMAT]! & (at > 0 ? 2 : 1)) === 0 || entry <= floor) continue
      captures[2 * count] = at > 0 ? at + 1 : -1
      captures[2 * count + 1] = path.length
      if (entries[entry + EXTRA] !== 0 && !holds(path, entries[entry + EXTRA]!)) continue
      best = entry
      format = at
      won = captures
      return
    }
  }

  /** To be called before another way is taken, whose captures might overwrite those of the best entry. */
  const save = (): void => {
    if (won === captures) saved.set(captures)
    won = saved
  }

  const holds = (path: string, extra: number): boolean => {
    const { tests } = extras[extra - 1]!
    if (tests === undefined) return true
    asked = true
    return tests.every((test) => test(path, captures, request, requested))
  }

  /** True if an entry here or below has the verb, and would beat what was found. */
  const mayWin = (node: number): boolean => ((nodes[node + VERBS]! >> verb) & 1) === 1 && nodes[node + LEAST]! < best

  /** Answers how many dots a segment has, and notes what is odd. */
  const scan = (path: string, start: number, end: number): number => {
    let dots = 0
    for (let i = start; i < end; i++) {
      const kind = CLASSES[path.charCodeAt(i)]
      if (kind === 0) continue
      if (kind === DOT) dots++
      else odd = true
    }
    return dots
  }

  /**
   * The walk of most paths: one way, nothing odd, no format. Where two ways lead on, it takes the literal, and answers
   * only if that one wins whatever is on the other. False where only `walk` can tell. It saves a fifth of the time of a
   * request with parameters, for it asks less, and V8 makes one piece of code of it.
   */
  const stroll = (path: string): boolean => {
    let node = 0
    let count = 0
    /** The least entry on the ways that were left out. */
    let limit = NONE
    let start = 1
    format = 0
    odd = asked = false
    won = captures
    do {
      const found = path.indexOf('/', start)
      const end = found < 0 ? path.length : found
      if (start === end || nodes[node + OTHER] !== 0) return false
      const param = nodes[node + PARAM]!
      const child = findLiteral(path, node, start, end)
      if (child > 0) {
        if (param !== 0) limit = Math.min(limit, nodes[param + (found < 0 ? FIRST + verb : LEAST)]!)
        node = child
      } else {
        for (let i = start; i < end; i++) if (CLASSES[path.charCodeAt(i)] !== 0) return false
        if (param === 0) return limit === NONE
        captures[2 * count] = start
        captures[2 * count + 1] = end
        count++
        node = param
      }
      start = end + 1
    } while (start <= path.length && mayWin(node))
    if (start <= path.length) return limit === NONE
    const entry = nodes[node + FIRST + verb]!
    if (entry >= limit) return entry === NONE && limit === NONE
    if (entries[entry + EXTRA] !== 0 || (entries[entry + FORMAT]! & 1) === 0) return false
    best = entry
    return true
  }

  /** From a node at the segment that begins at `start`, with so many captures. */
  const walk = (path: string, node: number, start: number, count: number): void => {
    for (;;) {
      const end = path.indexOf('/', start)
      if (end < 0) return walkLast(path, node, start, count)
      if (nodes[node + OTHER] !== 0) walkOthers(path, node, start, end, count)
      const child = findLiteral(path, node, start, end)
      const param = nodes[node + PARAM]!
      const hasParam = param !== 0 && mayWin(param)
      if (child > 0) {
        if (!hasParam) {
          if (!mayWin(child)) return
          node = child
          start = end + 1
          continue
        }
        walk(path, child, end + 1, count)
        if (nodes[param + LEAST]! >= best) return
        save()
      }
      const dots = scan(path, start, end)
      // What looks like a format in the middle may be one, if all that follows it is a slash.
      if (dots > 0 || start === end) odd = true
      if (!hasParam || dots > 0 || start === end) return
      captures[2 * count] = start
      captures[2 * count + 1] = end
      count++
      node = param
      start = end + 1
    }
  }

  const walkLast = (path: string, node: number, start: number, count: number): void => {
    const end = path.length
    if (nodes[node + OTHER] !== 0) walkOthers(path, node, start, end, count)
    const child = findLiteral(path, node, start, end)
    const param = nodes[node + PARAM]!
    if (child > 0) consider(path, child, count, 0)
    const dots = scan(path, start, end)
    let last = end
    let format = 0
    if (dots > 0) {
      last = path.lastIndexOf('.')
      format = last
      if (last === start || last + 1 === end) return
      const base = find(node, path, start, last)
      if (base > 0) consider(path, base, count, last)
    }
    if (start === end) odd = true
    else if (param !== 0 && dots < 2) {
      captures[2 * count] = start
      captures[2 * count + 1] = last
      consider(path, param, count + 1, format)
    }
  }

  const findLiteral = (path: string, node: number, start: number, end: number): number =>
    (nodes[node + LITERALS]! >>> (path.charCodeAt(start) & 31)) & 1 ? find(node, path, start, end) : 0

  const walkOthers = (path: string, node: number, start: number, end: number, count: number): void => {
    for (let other = nodes[node + OTHER]!; other !== 0; other = nodes[other + more + NEXT_OTHER]!) {
      if (mayWin(other)) {
        walkProgram(path, other, start, end, count)
        save()
      }
    }
  }

  const walkProgram = (path: string, other: number, start: number, end: number, count: number): void => {
    const program = nodes[other + more + PROGRAM]!
    const to = program & 1 ? path.length : end
    odd = true
    if (!programs[program >> 1]!(path, start, to, captures, count)) return
    const after = count + nodes[other + more + CAPTURES]!
    if (to === path.length) consider(path, other, after, 0)
    else walk(path, other, end + 1, after)
  }

  const search = (path: string): void => {
    best = NONE
    odd = asked = false
    if (path.length === 1) consider(path, 0, 0, 0)
    walk(path, 0, 1, 0)
  }

  const decode = (text: string): string => (odd && text.includes('%') ? unescape(text) : text)

  const answer = (path: string): RouteMatch => {
    const count = entries[best + COUNT]!
    let params = NO_PARAMS
    if (count > 0 || format > 0) {
      const result = Object.create(null) as Record<string, unknown>
      const first = entries[best + NAMES]!
      for (let i = 0; i < count; i++) {
        if (won[2 * i]! >= 0) result[labels[first + i]!] = decode(path.slice(won[2 * i], won[2 * i + 1]))
      }
      if (format > 0) result.format = decode(path.slice(format + 1))
      params = result
    }
    const route = entries[best + ROUTE]!
    return { name: labels[route]!, controller: labels[route + 1]!, action: labels[route + 2]!, params, path }
  }

  /**
   * A path without parameters leads to the same entry each time, so it is looked up before it is walked. Only paths of
   * the table itself are kept, as strings of our own, so that requests cannot make it grow.
   */
  const keptPaths: string[] = Array.from({ length: 1 << keptBits }, () => '')
  const keptEntries = new Int32Array(1 << keptBits)
  let kept = 0

  /** The place where a path is kept, or would be. */
  const placeOf = (path: string): number => {
    const { length } = path
    for (let place = hash(verb, path, length >> 2, length) >>> (32 - keptBits); ; place++) {
      place &= keptPaths.length - 1
      const own = keptPaths[place]!
      if (own === '' || (own === path && entries[keptEntries[place]! + VERB] === verb)) return place
    }
  }

  const keep = (path: string): void => {
    if (2 * kept > keptPaths.length) return
    const place = placeOf(path)
    keptPaths[place] = path.split('/').join('/')
    keptEntries[place] = best
    kept++
  }

  /** The answer of the best entry, null where there is none. What is the same for every request is kept. */
  const settle = (path: string): RouteMatch | null => {
    if (best === NONE) return null
    const answered = answer(path)
    if (answered.params === NO_PARAMS && entries[best + VERB] === verb && !asked && floor < 0) keep(path)
    return answered
  }

  /** Whatever `stroll` cannot tell. */
  const matchWithCare = (target: string, given: MatchRequest | undefined): RouteMatch | null => {
    let path = target
    // Null is as good as left out.
    request = given ??= undefined
    requested = target
    const isPath = path.length <= LIMIT && path.charCodeAt(0) === 47
    if (isPath) search(path)
    if (odd || !isPath || explicit) {
      const canonical = canonicalPath(path)
      if (typeof canonical !== 'string') return null
      if (canonical !== path) search((path = canonical))
    }
    if (best === NONE && explicit) {
      explicit = false
      verb = numberOf('GET')
      search(path)
    }
    for (;;) {
      const extra = best === NONE ? 0 : entries[best + EXTRA]!
      if (extra === 0) return settle(path)
      const { finish = [], accepts } = extras[extra - 1]!
      const result = finish.reduce((before, step) => step(before, won, given, target), answer(path))
      if (accepts === undefined) return result
      // A constraint may call `match` itself.
      const state: [number, boolean, number] = [verb, explicit, best]
      if (accepts(result.params, given)) return result
      ;[verb, explicit, floor] = state
      request = given
      requested = target
      // The other entries of the same route have the same constraints.
      const route = entries[floor + ROUTE]
      while (entries[floor + ENTRY_SIZE + ROUTE] === route) floor += ENTRY_SIZE
      search(path)
    }
  }

  return (method, target, given) => {
    if (typeof target !== 'string' || typeof method !== 'string') return null
    verb = numberOf(method)
    explicit = false
    if (method === 'HEAD') {
      // HEAD is served as GET where the table has no HEAD at all.
      explicit = verb > 0
      if (!explicit) verb = numberOf('GET')
    }
    best = NONE
    floor = -1
    if (!mayWin(0)) return null
    if (target.length <= LIMIT && !explicit && target.charCodeAt(0) === 47) {
      const place = placeOf(target)
      if (keptPaths[place] !== '') {
        best = keptEntries[place]!
        format = 0
        return answer(target)
      }
      if (stroll(target)) return settle(target)
    }
    return matchWithCare(target, given)
  }
}

/** Two parameters side by side can tear an escape apart. What is left of it stays as it is. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[\dA-F]{2})+/g, (run) => (run === text ? run : unescape(run)))
  }
}
