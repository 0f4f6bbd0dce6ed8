import { loosely } from '../loosely.ts'
import { compileRoutes, type Manifest, type ManifestRoute, type Pattern } from '../../src/index.ts'

const LITERALS = ['a', 'b', 'new', 'a-b', '1', 'a.b']
const REQUIREMENTS = [/\d+/, /\D+/, /[ab]/, /new|a/, /[a-z]+/, /[^/]+/, /\d{1,2}/, 'a', ['a', 'b'], /A/i, /.+/]
/** The analysis proves nothing about these, so only every fifth table has them. */
const LOOKING = [
  /a(?!b).*/,
  /(?!new$)[a-z]+/,
  /(?!a)[^/.]+/,
  /[ab]+(?!\/)/,
  /(?<!\/)\w+/,
  /[^/]+(?<!b)/,
  /.+?(?=\.json|$)/,
  /\b\w-?\w*\b/,
]
const TAILS = ['', '', '', '', '(/:x)', '(/new)', '(/:x(/:y))', '.json', '(-:x)']
export const HOSTS = ['example.org', 'api.example.org', 'www.example.org']

/** What may decline a request: two apps, which may be mounted more than once. */
const MOUNTED = [named('app1'), named('app2')]

function named(name: string): () => boolean {
  return Object.defineProperty(() => true, 'name', { value: name })
}

/** A small table in which routes get in each other's way. */
export function randomTable(random: () => number): Manifest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const chance = (share: number) => random() < share
  const choices = chance(0.2) ? [...REQUIREMENTS, ...LOOKING] : REQUIREMENTS
  const segment = (index: number): string => {
    const kind = random()
    if (kind < 0.5) return pick(LITERALS)
    if (kind < 0.88) return `:p${index}`
    if (kind < 0.93) return `*g${index}`
    return pick([`:p${index}-b`, `a:p${index}`, `:p${index}.b`, `:p${index}-:q${index}`])
  }
  const routes = Array.from({ length: 2 + Math.floor(random() * 9) }, (_, number) => {
    const depth = chance(0.08) ? 0 : 1 + Math.floor(random() * 2.4)
    const path =
      Array.from({ length: depth }, (_, index) => segment(index)).join('/') + (depth === 0 ? '' : pick(TAILS))
    const requirements = Object.fromEntries(
      [...path.matchAll(/[:*](\w+)/g)].flatMap(([, name]) => (chance(0.3) ? [[name!, pick(choices)]] : [])),
    )
    const constraints: unknown = chance(0.04) ? named(`fn${number}`) : requirements
    const conditions = chance(0.12) ? { subdomain: pick<unknown>(['api', 'www', /./, true, ['api', 'www']]) } : {}
    return {
      path: `/${path}`,
      options: {
        to: chance(0.12) ? pick(MOUNTED) : 'x#y',
        as: null,
        via: pick(['get', 'get', 'get', 'post', ['get', 'post'], 'all', 'head']),
        constraints: typeof constraints === 'function' ? constraints : { ...requirements, ...conditions },
        ...(chance(0.5) && { format: pick<unknown>([false, false, true, /json/, 'json']) }),
        ...(chance(0.1) && { anchor: false }),
      },
    }
  })
  const { manifest } = compileRoutes(
    loosely((r) => {
      for (const { path, options } of routes) r['match']!(path, options)
    }),
    { callables: 'by-name' },
  )
  if (manifest === null) return randomTable(random)
  return manifest
}

const VALUES = [
  '1',
  '22',
  '333',
  'A',
  'zz',
  'ab',
  '1-2',
  '~',
  'b-b',
  'json',
  'xml',
  'x.y',
  '.x',
  'x.',
  'x/y',
  'a/b/new',
  'json.b',
]

/** A path that the route may match: its groups in or out, its params of any value, most often one that the table knows. */
export function randomPath({ segments, anchored }: ManifestRoute, random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
  const write = (pattern: Pattern): string =>
    pattern
      .map((segment) => {
        if (segment.kind === 'static') return segment.text
        if (segment.kind === 'optional') return random() < 0.5 ? write(segment.segments) : ''
        return pick(random() < 0.5 ? LITERALS : VALUES)
      })
      .join('')
  return write(segments) + (anchored ? '' : pick(['', '/a', '-b', '/1/new', '.json']))
}
