import { callableUses } from '@turnout/compiler/internal'
import type { Outcome } from '../project/outcome.ts'
import { ROUTES } from '../ids.ts'

/**
 * Prefix of the emitted module's imports of callables. Bundlers pass imports with this prefix to this plugin.
 *
 * In builds such an import is also the id of an intermediate module, between the emitted module and the module of the
 * callable. The intermediate module is marked as free of side effects. So a bundle without `match` contains no code of
 * the callable's module, which may be for servers.
 */
const CALLABLE_PREFIX = `${ROUTES}/callable:`

/** Suffix of these ids. Without it, other plugins would treat them as files by their extension. */
const CALLABLE_SUFFIX = '!'

/** Prefix of the intermediate module's import of the module that exports the callables. */
const SOURCE_PREFIX = `${ROUTES}/source:`

/** True for the import, or the id, of an intermediate module. */
export const isCallableId = (id: string) => id.startsWith(CALLABLE_PREFIX)

/** Returns the usual import of a callable's module, by the id of the intermediate module. */
export const callableSource = (id: string) => id.slice(CALLABLE_PREFIX.length, -CALLABLE_SUFFIX.length)

/** Returns the id of the intermediate module, by the usual import of a callable's module. */
export const callableId = (source: string) => CALLABLE_PREFIX + source + CALLABLE_SUFFIX

/** Returns the usual import of a callable's module, by an intermediate module's import; null for other imports. */
export function sourceOfCallable(source: string): string | null {
  return source.startsWith(SOURCE_PREFIX) ? source.slice(SOURCE_PREFIX.length, -CALLABLE_SUFFIX.length) : null
}

/**
 * Returns the source of an intermediate module. It exports the callables that the routes use from the callables' module.
 *
 * @returns undefined if the routes use no callable from that module
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
