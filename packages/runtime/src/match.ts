import { canonicalPath } from './canonical-path.ts'

/** What a request is to routes with conditions and constraints. What is left out is as in `http://example.org`. */
export interface RequestAttributes {
  readonly host?: string
  /** `https`, with or without `:` or `://`. */
  readonly protocol?: string
  readonly port?: number | string
  readonly ip?: string
  readonly headers?: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

export type MatchRequest = Request | RequestAttributes

/** Who answers a request. */
export interface RouteMatch {
  /** The route name as in the manifest (`edit_photo`), or null. */
  readonly name: string | null
  /** Both are undefined where the route has a `redirect` or an `endpoint`. */
  readonly controller?: string
  readonly action?: string
  /** The parameters of the path, decoded once, and the route's defaults. It has no prototype. */
  readonly params: Readonly<Record<string, unknown>>
  /** The canonical path. Guards should look at this one. */
  readonly path: string
  /** `location` is what the header should hold. */
  readonly redirect?: { readonly location: string; readonly status: number }
  /** The callable that answers: a function, a mounted app. */
  readonly endpoint?: unknown
  /** What a route that matches a prefix of the path leaves over. It begins with a slash. */
  readonly rest?: string
}

/** Answers null where no route matches, and where the path is malformed (`canonicalPath` tells which). */
export type Match = (method: string, path: string, request?: MatchRequest) => RouteMatch | null

/** Positions in a path: capture `i` is from `2 * i` to `2 * i + 1`, or at -1 where there is none. */
export type Captures = Int32Array

/** Matches `path` from `start` to `end` and notes the captures, the first of them as capture `first`. */
export type Program = (path: string, start: number, end: number, captures: Captures, first: number) => boolean

/** What only some routes have. */
export interface Extra {
  /** What must hold of path and request, besides. */
  readonly tests?: readonly ((
    path: string,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => boolean)[]
  /** What the answer has more, or instead. */
  readonly finish?: readonly ((
    answer: RouteMatch,
    captures: Captures,
    request: MatchRequest | undefined,
    target: string,
  ) => RouteMatch)[]
  /** Exported functions, asked in this order. */
  readonly constraints?: readonly Constraint[]
}

export type Constraint =
  | ((...args: never[]) => unknown)
  | { matches(request: never): unknown }
  | { call(request: never): unknown }

/** Characters that need a closer look in a parameter: 1, the dot: 2, the slash: 3; none: 0. */
const CLASSES = /* @__PURE__ */ classify()

function classify(): Uint8Array {
  const classes = new Uint8Array(128)
  for (let code = 0; code < 128; code++) if (code < 33 || code > 126) classes[code] = 1
  for (const character of '"#%<>?\\^`{|}') classes[character.charCodeAt(0)] = 1
  classes[46] = 2
  classes[47] = 3
  return classes
}

const NO_PARAMS: Readonly<Record<string, unknown>> = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null))

// A node, a step of the walk, is four numbers that every walk needs: they share a line of the processor's cache.
const PARAM = 0 // the node behind a parameter
const LITERALS = 1 // bits for the first characters of the literals that may come
const OTHER = 2 // the first node behind a pattern or a tail
const LEAST = 3 // the least entry here or below

// And four for `walk`.
const ENTRY = 0 // the first of the entries that end here
const NEXT_OTHER = 1 // the next node that `OTHER` of the same parent leads to
const PROGRAM = 2 // 2 * program, and 1 more for a tail
const CAPTURES = 3 // how many captures the program has

// An entry is eight numbers too: one route under one verb, in one of its variants. Entries are in order of precedence.
const NEXT = 0
const VERB = 1
const FORMAT = 2 // 1: without, 2: with, 3: either
const EXTRA = 3
const NAMES = 4 // where the names of its captures begin
const COUNT = 5 // how many there are
const ROUTE = 6

const NONE = 0x7fffffff

/** Longer targets go through `canonicalPath` first, which refuses them if it is the path that is long. */
const LIMIT = 65_536

/**
 * Reads the route table that `emitMatcher` of the compiler has written, and answers `match` for it.
 *
 * The table is a program for a little machine: each route says how many steps it shares with the one before it, then
 * the steps that it adds, then what it answers. See `encode-table.ts` for the format.
 *
 * The walk goes through the path once, by segments: a hash of the node and a few characters of the segment finds a
 * literal, else there is a parameter. Where several ways lead on it takes all of them that can still win, and the entry
 * with the least number wins. A way is never longer than the longest pattern, so that time is linear in the path.
 */
export function createMatcher(
  verbs: string,
  words: string,
  table: string,
  extras: readonly Extra[] = [],
  programs: readonly Program[] = [],
): Match {
  const verbList = verbs.split(' ')
  /** A column for each verb, and the first for all that the table does not name. */
  const width = verbList.length + 1
  const source = words.slice(1).split(words[0]!)
  let at = 0
  /** 0 to 59 is one character, up to 2,321 two, more three. */
  const read = (): number => {
    const digit = table.charCodeAt(at++) - 40
    if (digit < 60) return digit
    if (digit < 86) return (digit - 60) * 87 + table.charCodeAt(at++) + 20
    return (table.charCodeAt(at++) - 40) * 7569 + (table.charCodeAt(at++) - 40) * 87 + table.charCodeAt(at++) - 40
  }

  const nodeLimit = read()
  const nodes = new Int32Array(4 * nodeLimit)
  const details = new Int32Array(4 * nodeLimit).fill(NONE)
  const entries = new Int32Array(8 * read())
  const captures: Captures = new Int32Array(2 * read() + 4)
  const won: Captures = captures.slice()
  const size = read()
  const mask = 2 ** size - 1
  /** A hash table of the literals: the hash and the node. */
  const slots = new Int32Array(2 * mask + 2)
  const keptMask = 2 ** read() - 1
  const texts: string[] = ['']
  const names: string[] = []
  /** Name, controller and action of each route. */
  const outcomes: (string | null)[] = []

  /** For each node and verb the first entry that needs no format. */
  const firsts = new Int32Array(nodeLimit * width).fill(NONE)

  /** One to one in `node` for one text: a literal with the hash and the text that are looked for is the right one. */
  const hash = (node: number, text: string, start: number, end: number): number => {
    const key = text.charCodeAt(start) ^ (text.charCodeAt((start + end) >> 1) << 7) ^ ((end - start) << 14)
    return Math.imul(Math.imul(node, 0x85ebca6b) ^ key, 0x9e3779b1)
  }

  const find = (node: number, text: string, start: number, end: number): number => {
    const wanted = hash(node, text, start, end)
    for (let slot = wanted >>> (32 - size); ; slot = (slot + 1) & mask) {
      const child = slots[2 * slot + 1]!
      if (child === 0) return 0
      if (slots[2 * slot] !== wanted) continue
      const literal = texts[child]!
      if (literal.length === end - start && text.slice(start, end) === literal) return child
    }
  }

  /** Some entry takes any verb. */
  let open = false
  load()

  function load(): void {
    const strings: (string | null)[] = [null]
    let next = read()
    for (let i = 0; i < next; i++) strings.push(source[i]!)
    const string = (): string => {
      const code = read()
      if (code > 14) return strings[code - 15] as string
      if (code > 2) return strings[strings.length + 2 - code] as string
      const text = code === 0 ? source[next++]! : code === 1 ? `${string()}_${string()}` : `${string()}/${string()}`
      strings.push(text)
      return text
    }
    const heads: number[] = []
    for (let count = 3 * read(); count > 0; count--) heads.push(read())
    open = heads.some((verb, index) => index % 3 === 0 && verb === 0)

    let nodeCount = 1
    const end = entries.length / 8
    const path = [0]
    /** How many names the steps up to here have. */
    const depths = [0]
    let params: string[] = []
    let tuple = 0
    let tupleLength = 0
    let route = -1
    const lastEntries = new Int32Array(nodeLimit)
    for (let entry = 0; entry < end; entry++) {
      path.length -= read()
      depths.length = path.length
      const shared = depths[depths.length - 1]!
      let renamed = params.length !== shared
      if (renamed) params = params.slice(0, shared)
      for (let steps = read(); steps > 0; steps--) {
        const parent = path[path.length - 1]!
        const kind = read()
        const known = nodeCount
        let node = 0
        if (kind === 0) {
          const text = string()
          node = find(parent, text, 0, text.length)
          if (node === 0) {
            node = nodeCount++
            texts[node] = text
            const wanted = hash(parent, text, 0, text.length)
            let slot = wanted >>> (32 - size)
            while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask
            slots[2 * slot] = wanted
            slots[2 * slot + 1] = node
            nodes[4 * parent + LITERALS]! |= 1 << text.charCodeAt(0)
          }
        } else {
          let count = 1
          if (kind === 1) {
            node = nodes[4 * parent + PARAM]!
            if (node === 0) nodes[4 * parent + PARAM] = node = nodeCount++
          } else {
            const program = 2 * read() + kind - 2
            const captured = read()
            count = read()
            node = nodes[4 * parent + OTHER]!
            while (node !== 0 && details[4 * node + PROGRAM] !== program) node = details[4 * node + NEXT_OTHER]!
            if (node === 0) {
              node = nodeCount++
              details[4 * node + PROGRAM] = program
              details[4 * node + CAPTURES] = captured
              details[4 * node + NEXT_OTHER] = nodes[4 * parent + OTHER]!
              nodes[4 * parent + OTHER] = node
            }
          }
          for (; count > 0; count--) params.push(string())
          renamed = true
        }
        if (node >= known) {
          nodes[4 * node + LEAST] = entry
        }
        path.push(node)
        depths.push(params.length)
      }
      if (renamed) {
        tuple = names.length
        tupleLength = params.length
        for (const name of params) names.push(name)
      }
      const head = 3 * read()
      const bits = heads[head + 2]!
      const record = 8 * entry
      entries[record + NEXT] = NONE
      entries[record + VERB] = heads[head]!
      entries[record + FORMAT] = heads[head + 1]!
      entries[record + NAMES] = tuple
      entries[record + COUNT] = tupleLength
      if (bits & 2) entries[record + EXTRA] = read() + 1
      if (!(bits & 1)) {
        route++
        const controller = bits & 4 ? outcomes[3 * route - 2]! : string()
        const action = string()
        outcomes.push(string(), controller, action)
      }
      entries[record + ROUTE] = route
      const node = path[path.length - 1]!
      if (details[4 * node + ENTRY] === NONE) details[4 * node + ENTRY] = entry
      else entries[8 * lastEntries[node]! + NEXT] = entry
      lastEntries[node] = entry
      if (heads[head + 1]! & 1) {
        const accepted = heads[head]!
        for (let verb = accepted; verb <= (accepted || verbList.length); verb++) {
          const place = node * width + verb
          if (firsts[place] === NONE) firsts[place] = entry
        }
      }
    }
  }

  // The state of one walk. Nothing of the application runs during a walk, so that `match` may be called from anywhere.
  let verb = 0
  let explicit = false
  let best = NONE
  let floor = -1
  let format = 0
  let odd = 0
  let asked = false
  let request: MatchRequest | undefined
  let requested = ''

  /** Takes the first of a node's entries that may answer, if it beats what was found. `dot` is where a format begins. */
  const consider = (path: string, node: number, count: number, dot: number): void => {
    for (let entry = details[4 * node + ENTRY]!; entry < best; entry = entries[8 * entry + NEXT]!) {
      const record = 8 * entry
      const accepted = entries[record + VERB]!
      if (accepted !== verb && (accepted !== 0 || explicit)) continue
      if ((entries[record + FORMAT]! & (dot > 0 ? 2 : 1)) === 0 || entry <= floor) continue
      captures[2 * count] = dot > 0 ? dot + 1 : -1
      captures[2 * count + 1] = path.length
      const extra = entries[record + EXTRA]!
      if (extra !== 0 && !holds(path, extra)) continue
      best = entry
      format = dot
      for (let i = 2 * count + 1; i >= 0; i--) won[i] = captures[i]!
      return
    }
  }

  const holds = (path: string, extra: number): boolean => {
    const { tests } = extras[extra - 1]!
    if (tests === undefined) return true
    asked = true
    for (const test of tests) if (!test(path, captures, request, requested)) return false
    return true
  }

  const walk = (path: string, node: number, start: number, count: number): void => {
    const length = path.length
    for (;;) {
      const found = path.indexOf('/', start)
      const last = found < 0
      const end = last ? length : found
      const child = find(node, path, start, end)
      const record = 4 * node
      for (let other = nodes[record + OTHER]!; other !== 0; other = details[4 * other + NEXT_OTHER]!) {
        if (nodes[4 * other + LEAST]! < best) walkProgram(path, other, start, end, count)
      }
      const param = nodes[record + PARAM]!
      if (last) {
        if (child !== 0) consider(path, child, count, 0)
        let dot = 0
        let dots = 0
        for (let i = start; i < end; i++) {
          const kind = CLASSES[path.charCodeAt(i)]
          if (kind === 0) continue
          if (kind === 2) {
            dot = i
            dots++
          } else odd = 1
        }
        captures[2 * count] = start
        captures[2 * count + 1] = end
        if (dots === 0) {
          if (param !== 0 && start < end) consider(path, param, count + 1, 0)
        } else if (dot > start && dot + 1 < end) {
          const base = find(node, path, start, dot)
          if (base !== 0) consider(path, base, count, dot)
          captures[2 * count] = start
          captures[2 * count + 1] = dot
          if (param !== 0 && dots === 1) consider(path, param, count + 1, dot)
        }
        return
      }
      if (child !== 0 && nodes[4 * child + LEAST]! < best) {
        if (param === 0 || nodes[4 * param + LEAST]! >= best) {
          node = child
          start = end + 1
          continue
        }
        walk(path, child, end + 1, count)
      }
      if (param === 0 || nodes[4 * param + LEAST]! >= best || start === end) return
      for (let i = start; i < end; i++) {
        const kind = CLASSES[path.charCodeAt(i)]
        if (kind === 0) continue
        if (kind === 2) return
        odd = 1
      }
      captures[2 * count] = start
      captures[2 * count + 1] = end
      count++
      node = param
      start = end + 1
    }
  }

  const walkProgram = (path: string, other: number, start: number, end: number, count: number): void => {
    const program = details[4 * other + PROGRAM]!
    const after = count + details[4 * other + CAPTURES]!
    odd = 1
    if (program & 1) {
      if (programs[program >> 1]!(path, start, path.length, captures, count)) consider(path, other, after, 0)
    } else if (programs[program >> 1]!(path, start, end, captures, count)) {
      if (end === path.length) consider(path, other, after, 0)
      else walk(path, other, end + 1, after)
    }
  }

  const search = (path: string): void => {
    best = NONE
    odd = 0
    asked = false
    if (path.length === 1) consider(path, 0, 0, 0)
    walk(path, 0, 1, 0)
  }

  const params = (path: string): Readonly<Record<string, unknown>> => {
    const record = 8 * best
    const count = entries[record + COUNT]!
    if (count === 0 && format === 0) return NO_PARAMS
    const result = Object.create(null) as Record<string, unknown>
    const first = entries[record + NAMES]!
    for (let i = 0; i < count; i++) {
      if (won[2 * i]! >= 0) result[names[first + i]!] = decode(path.slice(won[2 * i], won[2 * i + 1]))
    }
    if (format > 0) result.format = decode(path.slice(format + 1))
    return result
  }

  const decode = (text: string): string => (odd !== 0 && text.includes('%') ? unescape(text) : text)

  const answer = (path: string): RouteMatch => {
    const route = entries[8 * best + ROUTE]!
    return {
      name: outcomes[3 * route]!,
      controller: outcomes[3 * route + 1]!,
      action: outcomes[3 * route + 2]!,
      params: params(path),
      path,
    }
  }

  /**
   * The walk of a path that has nothing special about it, which most have: nothing to decode, no format, one way only.
   * Answers the entry, NONE for a miss, and -1 where only `walk` can tell.
   */
  const stroll = (path: string): number => {
    const length = path.length
    let node = 0
    let count = 0
    /** The least entry on the ways that were left out. */
    let limit = NONE
    for (let start = 1; ;) {
      const record = 4 * node
      const found = path.indexOf('/', start)
      const end = found < 0 ? length : found
      if (start === end || nodes[record + OTHER] !== 0) return -1
      const param = nodes[record + PARAM]!
      const child = (nodes[record + LITERALS]! >>> (path.charCodeAt(start) & 31)) & 1 ? find(node, path, start, end) : 0
      if (child !== 0) {
        if (param !== 0) {
          const least = found < 0 ? firsts[param * width + verb]! : nodes[4 * param + LEAST]!
          if (least < limit) limit = least
        }
        node = child
      } else if (param !== 0) {
        if (!isPlain(path, start, end)) return -1
        captures[2 * count] = start
        captures[2 * count + 1] = end
        count++
        node = param
      } else return limit === NONE && isPlain(path, start, end) ? NONE : -1
      if (found < 0) break
      start = end + 1
    }
    const entry = firsts[node * width + verb]!
    return entry < limit && entries[8 * entry + EXTRA] === 0 ? entry : entry === NONE && limit === NONE ? NONE : -1
  }

  /** True if a segment is canonical and has no format. What follows it cannot change what it leads to. */
  const isPlain = (path: string, start: number, end: number): boolean => {
    for (let i = start; i < end; i++) if (CLASSES[path.charCodeAt(i)] !== 0) return false
    return true
  }

  /**
   * A path without parameters leads to the same entry each time, so it is looked up before it is walked. Only paths of
   * the table itself are kept, in strings of our own, so that the requests cannot make it grow.
   */
  const keptPaths: string[] = Array.from({ length: keptMask + 1 }, () => '')
  const keptEntries = new Int32Array(keptMask + 1)

  const place = (path: string, length: number): number => {
    const inner = path.charCodeAt(length >> 1) ^ (path.charCodeAt(length >> 2) << 9)
    const key = path.charCodeAt(length - 1) ^ (inner << 5) ^ (length << 21) ^ (verb << 27)
    return (Math.imul(key, 0x9e3779b1) >>> 8) & keptMask
  }

  let kept = 0

  const keep = (path: string): void => {
    if (2 * kept > keptMask) return
    const segments = []
    let node = 0
    for (let start = 1; start < path.length;) {
      const found = path.indexOf('/', start)
      const end = found < 0 ? path.length : found
      node = find(node, path, start, end)
      if (node === 0) return
      segments.push(texts[node])
      start = end + 1
    }
    let slot = place(path, path.length)
    while (keptPaths[slot] !== '') slot = (slot + 1) & keptMask
    keptPaths[slot] = `/${segments.join('/')}`
    keptEntries[slot] = best
    kept++
  }

  // HEAD is served as GET where the table has no HEAD at all.
  const get = verbList.indexOf('GET') + 1
  const head = verbList.indexOf('HEAD') + 1
  const methods: string[] = Array.from({ length: 64 }, () => '')
  const methodVerbs = new Uint8Array(64)
  const methodPlace = (method: string): number => (method.length + 5 * method.charCodeAt(1)) & 63
  verbList.forEach((method, index) => {
    const slot = methodPlace(method)
    if (methods[slot] === '') {
      methods[slot] = method
      methodVerbs[slot] = index + 1
    }
  })

  return (method, target, given) => {
    if (typeof target !== 'string' || typeof method !== 'string' || target === '') return null
    let path = target
    const length = path.length
    const place1 = methodPlace(method)
    verb = methods[place1] === method ? methodVerbs[place1]! : verbList.indexOf(method) + 1
    explicit = false
    if (method === 'HEAD') {
      if (head === 0) verb = get
      else explicit = true
    }
    if (verb === 0 && !open) return null
    if (length <= LIMIT && path.charCodeAt(0) === 47 && !explicit) {
      let slot = place(path, length)
      let entry = -1
      let params = NO_PARAMS
      for (let own; (own = keptPaths[slot]!) !== ''; slot = (slot + 1) & keptMask) {
        if (own !== path || entries[8 * keptEntries[slot]! + VERB] !== verb) continue
        entry = keptEntries[slot]!
        break
      }
      if (entry < 0) {
        entry = stroll(path)
        if (entry === NONE) return null
        if (entry >= 0) {
          const count = entries[8 * entry + COUNT]!
          if (count === 0) {
            best = entry
            if (entries[8 * entry + VERB] === verb) keep(path)
          } else {
            const first = entries[8 * entry + NAMES]!
            const result = Object.create(null) as Record<string, unknown>
            for (let i = 0; i < count; i++) result[names[first + i]!] = path.slice(captures[2 * i], captures[2 * i + 1])
            params = result
          }
        }
      }
      if (entry >= 0) {
        const route = 3 * entries[8 * entry + ROUTE]!
        return {
          name: outcomes[route]!,
          controller: outcomes[route + 1]!,
          action: outcomes[route + 2]!,
          params,
          path,
        }
      }
    }
    request = given
    requested = target
    floor = -1
    if (length <= LIMIT) search(path)
    if (best === NONE || odd !== 0 || length > LIMIT) {
      const canonical = canonicalPath(path)
      if (typeof canonical !== 'string') return null
      if (canonical !== path) search((path = canonical))
    }
    if (best === NONE && explicit) {
      explicit = false
      verb = get
      search(path)
    }
    for (;;) {
      if (best === NONE) return null
      const extra = entries[8 * best + EXTRA]!
      if (extra === 0) {
        if (!asked && format === 0 && entries[8 * best + COUNT] === 0 && entries[8 * best + VERB] === verb) keep(path)
        return answer(path)
      }
      const { finish = [], constraints } = extras[extra - 1]!
      let result = answer(path)
      for (const step of finish) result = step(result, won, given, target)
      if (constraints === undefined) return result
      // A constraint may call `match` itself.
      const state: [number, boolean, number] = [verb, explicit, best]
      if (constraints.every((constraint) => accepts(constraint, result.params, given))) return result
      ;[verb, explicit, floor] = state
      request = given
      requested = target
      const route = entries[8 * floor + ROUTE]
      while (8 * (floor + 1) < entries.length && entries[8 * (floor + 1) + ROUTE] === route) floor++
      search(path)
    }
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

const PLAIN_REQUEST: RequestAttributes = /* @__PURE__ */ Object.freeze({ host: 'example.org', protocol: 'http' })

/** Rails asks `matches?` of an object, else calls it: with the request, or with params and request where it takes two. */
function accepts(constraint: Constraint, params: RouteMatch['params'], request: MatchRequest = PLAIN_REQUEST): boolean {
  if (typeof constraint !== 'function') {
    return Boolean('matches' in constraint ? constraint.matches(request as never) : constraint.call(request as never))
  }
  const ask = constraint as (...args: unknown[]) => unknown
  return Boolean(ask.length > 1 ? ask(params, request) : ask(request))
}
