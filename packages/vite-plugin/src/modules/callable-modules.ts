import type { Outcome } from '../project/outcome.ts'
import { ROUTES } from '../ids.ts'

/**
 * Prefix of the ids of modules that stand, in builds only, between the emitted module and those that export callables. They are
 * said to have no side effects, so that without `match` a bundle has nothing of a callable's module: it may be a server's.
 */
const CALLABLE_PREFIX = `${ROUTES}/callable:`

/** Ends these ids, so that no plugin takes them for files of its extension. */
const CALLABLE_SUFFIX = '!'

/** True for the id of such a module. */
export const isCallableId = (id: string) => id.startsWith(CALLABLE_PREFIX)

/** What the module of such an id stands before. */
export const callableSource = (id: string) => id.slice(CALLABLE_PREFIX.length, -CALLABLE_SUFFIX.length)

/** The id of the module that stands before the module that is imported like this. */
export const callableId = (source: string) => CALLABLE_PREFIX + source + CALLABLE_SUFFIX

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
  const names = (manifest?.routes ?? [])
    .flatMap(({ constraints, endpoint }) => (endpoint?.kind === 'callable' ? [...constraints, endpoint] : constraints))
    .filter((reference) => importCallable(reference) === source)
    .map(({ export: name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)))
  if (names.length === 0) return undefined
  return `export { ${[...new Set(names)].join(', ')} } from ${JSON.stringify(source)}`
}
