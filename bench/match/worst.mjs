// The longest paths: `node bench/match/worst.mjs`, after `npm run build`.
//
// For each kind of route, the paths of 32 KiB and 64 KiB that cost most: they nearly match, and fail at their end.
// The least of several times is taken, for what a path costs beyond it is the machine's noise. A kind whose time is
// linear in the path doubles; what stays the same does not look at the whole path.
import { compileRoutes } from '@turnout/compiler'
import { bundle, writeModules } from '../production.mjs'

const ROUNDS = 41
const KIB = 1024

/** A path of so many characters, or a few less: a beginning, what is repeated, an end. */
const filled = (begin, unit, end) => (length) =>
  begin + unit.repeat((length - begin.length - end.length) / unit.length) + end

const get =
  (patterns, options = {}) =>
  (r) => {
    patterns.forEach((pattern, index) => r.get(pattern, { to: `c${index}#a`, as: null, ...options }))
  }

const prefix = (pattern) => (r) => r.match(pattern, { to: 'c#a', via: 'all', as: null, anchor: false })

const RAW = { format: false }

/** Title, routes, path. */
const KINDS = [
  ['static', get(['photos/new', 'photos']), filled('/photos', '/', '/newx')],
  ['static, a long segment', get(['photos/new']), filled('/photos/', 'n', 'w')],
  ['one param', get(['photos/:id']), filled('/photos/', 'a', '')],
  ['one param, a miss', get(['photos/:id']), filled('/photos/', 'a', '/x')],
  ['one param, dots', get(['photos/:id']), filled('/photos/', 'a.', 'a')],
  ['one param, escapes', get(['photos/:id']), filled('/photos/', '%C3%A9', '')],
  ['one param, torn escapes', get(['photos/:id']), filled('/photos/', '%C3%A9', '%C3')],
  ['many segments', get(['photos/:id']), filled('/photos', '/a', '/x')],
  ['requirement `\\d+`', get(['photos/:id'], { id: /\d+/ }), filled('/photos/', '1', 'x')],
  ['requirement `[a-z]+-\\d*`', get(['photos/:id'], { id: /[a-z]+-\d*/ }), filled('/photos/', 'a', '_')],
  ['requirement `(a\\|b\\|ab)*c`', get(['photos/:id'], { id: /(?:a|b|ab)*c/ }), filled('/photos/', 'ab', 'd')],
  ['requirement `(?!new)[^/]+`', get(['photos/:id'], { id: /(?!new)[^/]+/ }), filled('/photos/', 'new', '/x')],
  ['requirement `(?!new$)[a-z]+`', get(['photos/:id/edit'], { id: /(?!new$)[a-z]+/ }), filled('/photos/', 'new', '/x')],
  ['requirement `[^/]+?(?=\\.json\\|$)`', get(['a/:id'], { id: /[^/]+?(?=\.json|$)/ }), filled('/a/', '.json', '/')],
  [
    'glob `(?!.*/x$).+`',
    get(['files/*path/end'], { constraints: { path: /(?!.*\/x$).+/ }, ...RAW }),
    filled('/files', '/x/end', '/en'),
  ],
  [
    'glob `.+(?<!/x)`',
    get(['*path/end'], { constraints: { path: /.+(?<!\/x)/ }, ...RAW }),
    filled('/files', '/x/end', '/y'),
  ],
  ['requirement `.+` and text', get(['photos/:id/edit'], { id: /.+/, ...RAW }), filled('/photos', '/edit', 'x')],
  ['several params', get(['photos/:a-:b-:c', 'photos/:a-:b-:c-x']), filled('/photos/', 'a-', '/x')],
  ['a glob', get(['files/*path']), filled('/files', '/a', '.')],
  ['a glob and text', get(['files/*path/edit'], RAW), filled('/files', '/edit', 'x')],
  ['a glob and a param', get(['files/*path/:id'], RAW), filled('/files', '/a', '.b')],
  ['two globs', get(['*a/x/*b/y'], RAW), filled('', '/x', '/z')],
  ['two globs, 20 routes', get(twenty('*a/x#/*b/y'), RAW), filled('', '/x1', '/z')],
  ['three globs', get(['*a/x/*b/x/*c/y'], RAW), filled('', '/x', '/z')],
  ['nested optionals', get(['a(/:b(/:c(/:d(/:e(/:f)))))']), filled('/a', '/b', '/x')],
  ['nested optionals, globs', get(['a(/b/*c(/d/*e(/f/*g)))/h'], RAW), filled('/a', '/b/d/f', '/x')],
  ['unanchored', prefix('app/:id'), filled('/app/', 'a', '.x')],
  ['unanchored with a glob', prefix('app/*p/end'), filled('/app', '/en', '/x')],
]

function twenty(pattern) {
  return Array.from({ length: 20 }, (_, index) => pattern.replace('#', index))
}

/** Static or param at each of `depth` places, all combinations: 2 ** depth routes. */
function lattice(depth) {
  return (r) => {
    for (let bits = 0; bits < 2 ** depth; bits++) {
      const segments = Array.from({ length: depth }, (_, i) => ((bits >> i) & 1 ? `:p${i}` : 's'))
      r.get(segments.join('/'), { to: `c${bits}#a`, as: null })
    }
  }
}

async function matcherOf(block) {
  const { code, manifest, diagnostics } = compileRoutes(block)
  if (manifest === null) throw new Error(JSON.stringify(diagnostics[0]))
  const { table } = writeModules({ table: await bundle(code) })
  const { match } = await import(table)
  return match
}

/** The least times of a match, in ms, of each path; the paths take turns. */
function times(match, paths) {
  const bytes = paths.map((path) => Buffer.from(path, 'latin1'))
  const least = paths.map(() => Infinity)
  for (let round = 0; round < ROUNDS; round++) {
    bytes.forEach((each, index) => {
      const fresh = Array.from({ length: 4 }, () => each.latin1Slice())
      const begun = performance.now()
      for (const path of fresh) match('GET', path)
      least[index] = Math.min(least[index], (performance.now() - begun) / fresh.length)
    })
  }
  return least
}

console.log('| kind of route | 32 KiB, ms | 64 KiB, ms | ratio |')
console.log('|---|---|---|---|')
for (const [title, block, pathOf] of KINDS) {
  const match = await matcherOf(block)
  const [half, whole] = times(match, [pathOf(32 * KIB), pathOf(64 * KIB)])
  console.log(`| ${title} | ${half.toFixed(3)} | ${whole.toFixed(3)} | ${(whole / half).toFixed(2)} |`)
}

console.log('\n| static or param at each of n places | routes | hit, µs | miss at the end, µs |')
console.log('|---|---|---|---|')
for (const depth of [4, 6, 8, 10, 12]) {
  const match = await matcherOf(lattice(depth))
  const [hit, miss] = times(match, ['/s'.repeat(depth), `${'/s'.repeat(depth)}/x`])
  console.log(`| ${depth} | ${2 ** depth} | ${(hit * 1000).toFixed(2)} | ${(miss * 1000).toFixed(2)} |`)
}
