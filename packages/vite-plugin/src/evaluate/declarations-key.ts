// The key under which the result of the compiler is kept between builds.
import { types } from 'node:util'
import { isMap, isRegExp } from '@turnout/compiler/internal/dsl-values'
import type { Declaration } from '@turnout/compiler/internal/phases/1-evaluate/declaration'
import type { Identify } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import { RedirectTarget } from '@turnout/compiler/internal/route'

/**
 * Returns a string that is equal only for equal declarations, with equal options: everything that the phases after the
 * evaluation read. The route files have run, so the values of environment variables, of `define` and of files that they read
 * are in their declarations. Returns null if a value has no such string:
 *
 * - a function or an object that no module exports, because what it returns may differ
 * - an object with getters, and a proxy
 *
 * @param options those of the compilation
 */
export function declarationsKey(
  declarations: readonly Declaration[],
  options: object,
  identify: Identify,
): string | null {
  const encodeMap = (map: object): unknown => {
    const isData = Object.values(Object.getOwnPropertyDescriptors(map)).every((property) => 'value' in property)
    if (types.isProxy(map) || !isData) throw new NoKey()
    return ['map', ...Object.entries(map).map(([name, value]) => [name, encode(value)])]
  }
  const encode = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'symbol') return ['symbol', value.description]
    if (typeof value !== 'object' && typeof value !== 'function') return [typeof value, String(value)]
    if (Array.isArray(value)) return ['list', ...Array.from(value, encode)]
    if (isRegExp(value)) return ['expression', value.source, value.flags]
    if (value instanceof RedirectTarget) {
      return ['redirect', encode(value.target), encode(value.status), encode(value.query)]
    }
    if (isMap(value) && typeof value['matches'] !== 'function') return encodeMap(value)
    const reference = identify(value)
    if (reference === null || 'routeFile' in reference) throw new NoKey()
    return ['callable', reference.module, reference.export, ...kindsOf(value)]
  }
  // A concern is inserted at each use, so its block is not needed.
  const encodeDeclaration = ({ call, args, options: ownOptions, body, concernBody, site }: Declaration): unknown =>
    call === 'concern'
      ? call
      : [call, encode(args), encode(ownOptions), site, body.map(encodeDeclaration), concernBody.map(encodeDeclaration)]
  try {
    return JSON.stringify([encode(options), ...declarations.map(encodeDeclaration)])
  } catch {
    // Also blocks that are nested too deeply, and getters that throw.
    return null
  }
}

/** Thrown for a value without a key. */
class NoKey extends Error {}

/** Returns what the compiler reads of a callable in addition to its export: its name, and the kinds of its functions. */
function kindsOf(callable: object): unknown[] {
  const { name, matches, call } = callable as Readonly<Record<string, unknown>>
  const kinds = [callable, matches, call].map((value) => `${typeof value} ${Object.prototype.toString.call(value)}`)
  return [typeof name === 'string' ? name : null, 'matches' in callable, ...kinds]
}
