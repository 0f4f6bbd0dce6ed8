// The requests of the benchmarks, generated from a seed. A list of regular expressions, tried in order, computes the expected
// matches: slow, but obviously correct.

/** A small generator, so that tables and requests are the same in each run of a seed. */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const MISSES = ['wp-admin/setup', 'favicon', 'assets/app', 'phpmyadmin/index', '_next/static/chunks/main']
const WORDS = 'amber badge candle drum eagle fork garden hammer island jacket kettle lemon'.split(' ')

const paramsOf = (pattern) => pattern.split(':').length - 1

/** Returns `find(method, path)`, which returns `[index, params]` of the first route that matches, or null. */
function referenceOf(routes) {
  const patterns = routes.map(([verb, path, index]) => {
    const source = path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/.?]+)')
    return { verb, index, regexp: new RegExp(`^${source}$`) }
  })
  return (method, path) => {
    for (const { verb, index, regexp } of patterns) {
      const found = verb === method ? regexp.exec(path) : null
      if (found !== null) return [index, { ...found.groups }]
    }
    return null
  }
}

/**
 * Requests by kind, each `{ method, path, answer }`. Values are numbers of one to eight digits, identifiers of 36
 * characters, and words. "mixed" imitates a real server: a quarter static paths, half reads with parameters, a sixth writes,
 * 8 % unmatched requests; few routes get most requests (Zipf).
 *
 * @param routes `[verb, path, index]` of each, in order of declaration
 */
export function requestsOf(routes, seed) {
  const next = random(seed)
  const reference = referenceOf(routes)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const digits = (count) => String(Math.floor(next() * 10 ** count) + 1)
  const hex = (count) => Array.from({ length: count }, () => Math.floor(next() * 16).toString(16)).join('')
  const value = () => {
    const kind = next()
    if (kind < 0.6) return digits(2 + Math.floor(next() * 7))
    return kind < 0.8 ? `${hex(8)}-${hex(4)}-4f7a-9c1e-${hex(12)}` : `${pick(WORDS)}-${pick(WORDS)}`
  }
  const filled = (pattern) => pattern.replace(/:\w+/g, value)
  const reads = routes.filter(([verb]) => verb === 'GET')
  const statics = reads.filter(([, path]) => paramsOf(path) === 0)
  const single = reads.filter(([, path]) => paramsOf(path) === 1)
  const deepest = Math.min(3, Math.max(...reads.map(([, path]) => paramsOf(path))))
  const deep = reads.filter(([, path]) => paramsOf(path) >= deepest)
  const long = [...statics].sort(([, a], [, b]) => b.length - a.length).slice(0, Math.ceil(statics.length / 20) + 4)
  const verbs = [...new Set(routes.map(([verb]) => verb))]

  const miss = () => {
    const kind = next()
    const path = filled(pick(reads)[1]).replace(/^\/$/, '')
    if (kind < 0.3) return ['GET', `/${value()}/${pick(WORDS)}/${value()}`]
    if (kind < 0.55) return ['GET', `${path}/${pick(WORDS)}`]
    if (kind < 0.8) return ['GET', `${path}~/${pick(WORDS)}/${pick(WORDS)}`]
    return ['GET', `/${pick(MISSES)}`]
  }
  const wrong = () => [pick(verbs), filled(pick(routes)[1])]
  const popular = (list) => {
    const order = [...list].sort(() => next() - 0.5)
    const total = order.reduce((sum, _, rank) => sum + 1 / (rank + 1), 0)
    return () => {
      let left = next() * total
      return order.find((_, rank) => (left -= 1 / (rank + 1)) <= 0) ?? order[0]
    }
  }
  const [aStatic, aSingle, aDeep] = [popular(statics), popular(single), popular(deep)]
  const aWrite = popular(routes.filter(([verb]) => verb !== 'GET'))

  /** Returns `count` requests that match a route, or that match none. */
  const collect = (count, make, isHit) => {
    const requests = []
    for (let tries = 0; requests.length < count && tries < 100 * count; tries++) {
      const [method, path] = make()
      const answer = reference(method, path)
      if (isHit === undefined || isHit === (answer !== null)) requests.push({ method, path, answer })
    }
    return requests
  }
  return {
    static: collect(512, () => ['GET', pick(statics)[1]], true),
    'one param': collect(512, () => ['GET', filled(pick(single)[1])], true),
    'most params': collect(512, () => ['GET', filled(pick(deep)[1])], true),
    'long static': collect(512, () => ['GET', pick(long)[1]], true),
    miss: collect(512, miss, false),
    'wrong method': collect(512, wrong, false),
    mixed: collect(2048, () => {
      const kind = next()
      if (kind < 0.25) return ['GET', aStatic()[1]]
      if (kind < 0.55) return ['GET', filled(aSingle()[1])]
      if (kind < 0.75) return ['GET', filled(aDeep()[1])]
      if (kind >= 0.92) return kind < 0.97 ? miss() : wrong()
      const [verb, pattern] = aWrite()
      return [verb, filled(pattern)]
    }),
  }
}
