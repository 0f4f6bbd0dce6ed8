import fc from 'fast-check'
import type { Match } from '@turnout/runtime'
import type { RegExpSource } from '../src/manifest/manifest.ts'
import { compileRoutes, type Manifest } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { isLinear } from '../src/patterns/automata/linear.ts'
import { canBeScanned } from '../src/patterns/automata/scanner-code.ts'
import { loadModule } from './load-module.ts'

/**
 * Random requirements with lookarounds, counters, word lists and loops inside loops, in patterns of every kind. A short
 * path is compared with the native expression. A long one, made by repeating what the requirement is written with, is timed.
 */

const ATOMS = ['a', 'b', '-', '\\.', '\\w', '\\d', '[ab]', '[^a]', '[^/]', '[^/.]', '[a-z.]', '[a-z0-9_-]', '.']
const QUANTIFIERS = [
  '',
  '',
  '',
  '+',
  '+',
  '*',
  '*',
  '?',
  '+?',
  '*?',
  '{2}',
  '{1,3}',
  '{0,7}',
  '{3,}',
  '{0,150}',
  '{9,60}',
]
const GROUPS = ['', '*', '+', '?', '{2}', '{0,3}', '{0,20}', '*?']
const LOOKS = ['(?=', '(?!', '(?!', '(?<=', '(?<!', '(?<!']

const { tree } = fc.letrec<Record<'tree' | 'part', string>>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(?:${left}|${right})`),
  ),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    {
      weight: 6,
      arbitrary: fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS)).map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom('\\b', '\\B', 'new', 'a/b', '(?:admin|new|a|ab)') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('tree'), fc.constantFrom(...GROUPS))
        .map(([expression, quantifier]) => `(?:${expression})${quantifier}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...LOOKS), tie('tree'), fc.constantFrom('', '', '$', '/', '.*'))
        .map(([open, expression, end]) => `${open}${expression}${end})`),
    },
  ),
}))

/** A random requirement that a scanner can run. */
export const requirement: fc.Arbitrary<RegExpSource> = fc
  .tuple(tree, fc.constantFrom('', '', '', 'i'))
  .map(([source, flags]) => ({ source, flags }))
  .filter((expression) => expression.source.length <= 120 && canBeScanned(expression))

/** True if the native expression surely comes to an end on short texts. */
export function isNativelySafe({ source, flags }: RegExpSource): boolean {
  return source.length <= 50 && isLinear({ source, flags })
}

/** How a route may hold the param `p`, and the regular expression of its path with the requirement on `p` as `%`. */
const PATTERNS: readonly [pattern: string, path: string][] = [
  ['/:p', '(%)'],
  ['/x-:p', 'x-(%)'],
  ['/:p-x', '(%)-x'],
  ['/:p/edit', '(%)/edit'],
  ['/*p/edit', '(%)/edit'],
  ['/a/*p', 'a/(%)'],
  ['/*p-b/a', '(%)-b/a'],
  ['/*p/:q', '(%)/[^/.?]+'],
  ['/:q/*p/b', '[^/.?]+/(%)/b'],
]

const TABLES = PATTERNS.map(([pattern, path]): { pattern: string; path: string; manifest: Manifest } => {
  const { manifest } = compileRoutes((r: { get(path: string, options: object): void }) => {
    r.get(pattern, { to: 'a#b', format: false })
  })
  return { pattern, path, manifest: manifest! }
})

/** The matcher of each pattern, with a requirement on the param `p`. */
export function matchersOf(required: RegExpSource): { pattern: string; path: string; match: Match }[] {
  return TABLES.map(({ pattern, path, manifest }) => {
    const [route] = manifest.routes
    const routes = [{ ...route!, segments: [...route!.segments], requirements: { p: required } }]
    return { pattern, path, match: loadModule(emitModule({ ...manifest, routes }).code)['match'] as Match }
  })
}

/** The values that `p` may have in a path, by the native expression: of each way to split the path, the whole of `p`. */
export function valuesOfParam(path: string, inPath: string, { source, flags }: RegExpSource): Set<string> {
  const values = new Set<string>()
  const [prefix, suffix] = inPath.split('(%)') as [string, string]
  const prefixRegExp = new RegExp(`^/${prefix}$`)
  const suffixRegExp = new RegExp(`^${suffix}$`)
  const requirementRegExp = new RegExp(`^(?:${source})$`, flags)
  for (let start = 1; start <= path.length; start++) {
    if (!prefixRegExp.test(path.slice(0, start))) continue
    for (let end = start; end <= path.length; end++) {
      const value = path.slice(start, end)
      if (suffixRegExp.test(path.slice(end)) && requirementRegExp.test(value)) values.add(value)
    }
  }
  return values
}

const PIECES = ['a', 'b', 'ab', '-', '.', '/', 'a/b', 'x-', '-x', '-b', 'new', 'edit', 'admin', '7', 'A', '~']

/** A short path that the patterns may match. */
export const shortPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', 'x-', 'a/', 'b/'),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '', '-x', '/edit', '-b/a', '/b', '/a'),
  )
  .map(([start, pieces, end]) => `/${start}${pieces.join('')}${end}`)
  // What is not canonical is another matter.
  .filter((path) => !/\/\/|\/$|\/\.\.?(?:\/|$)/.test(path))

/** Paths of about 64 KiB that repeat a piece, with ends that may make a match fail. */
export const longPath: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'x-', 'a/', 'b/'),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '!', '!a', '-x', '/edit', '-b/a', '/b', 'a'),
  )
  .map(([start, pieces, end]) => {
    const unit = pieces.join('').replace(/^\/|\/\/+/g, '')
    return `/${start}${unit.repeat(Math.floor(64_000 / Math.max(1, unit.length)))}${end}`.replace(/\/\/+/g, '/')
  })
