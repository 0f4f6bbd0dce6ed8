import { callableUses } from '@turnout/compiler/internal'
import type { Outcome } from '../project/outcome.ts'
import { ROUTES } from '../ids.ts'

/**
 * What the emitted module imports a callable's module by. The prefix tells bundlers that the import concerns this plugin.
 *
 * In builds it is also the id of a module that stands between the two. It is said to have no side effects, so that without
 * `match` a bundle has nothing of a callable's module: it may be a server's.
 */
const CALLABLE_PREFIX = `${ROUTES}/callable:`

/** Ends these ids, so that no plugin takes them for files of its extension. */
const CALLABLE_SUFFIX = '!'

/** What such a module imports in its turn: the module that exports the callables. */
const SOURCE_PREFIX = `${ROUTES}/source:`

/** True for such an import, or id. */
export const isCallableId = (id: string) => id.startsWith(CALLABLE_PREFIX)

/** How the module of such an import is imported by others. */
export const callableSource = (id: string) => id.slice(CALLABLE_PREFIX.length, -CALLABLE_SUFFIX.length)

/** What the emitted module imports instead of this. */
export const callableId = (source: string) => CALLABLE_PREFIX + source + CALLABLE_SUFFIX

/** What a module of such an id imports, as others import it; null for any other import. */
export function sourceOfCallable(source: string): string | null {
  return source.startsWith(SOURCE_PREFIX) ? source.slice(SOURCE_PREFIX.length, -CALLABLE_SUFFIX.length) : null
}

/**
 * The text of a module of such an id: what the routes take from the module that it stands before.
 *
 * @returns undefined where the routes take nothing from it
 */
export function callableModule(
  id: string,
  { manifest, importCallable }: Pick<Outcome, 'manifest' | 'importCallable'>,
): string | undefined {
  const source = callableSource(id)
  const names = (manifest === null ? [] : callableUses(manifest).flatMap(({ callables }) => callables))
    .filter((reference) => importCallable(reference) === source)
    .map(({ export: name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)))
  if (names.length === 0) return undefined
  return `export { ${[...new Set(names)].join(', ')} } from ${JSON.stringify(SOURCE_PREFIX + source + CALLABLE_SUFFIX)}`
}
