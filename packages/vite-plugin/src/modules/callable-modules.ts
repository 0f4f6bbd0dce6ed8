import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import type { Outcome } from '../project/outcome.ts'
import { ROUTES } from '../ids.ts'

// In builds, an intermediate module is between the emitted module and the module of a callable:
//
//     module                          import in its source
//     virtual:routes                  import { admin } from 'virtual:routes/callable:/src/guards.ts!'
//     virtual:routes/callable:…!      export { admin } from 'virtual:routes/source:/src/guards.ts!'
//     /src/guards.ts                  the application's own
//
// Here, a specifier is the usual import of the module of a callable: `/src/guards.ts`.

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

/** Returns the specifier of a callable's module, by the id of the intermediate module. */
export const specifierOfCallableId = (id: string) => id.slice(CALLABLE_PREFIX.length, -CALLABLE_SUFFIX.length)

/** Returns the id of the intermediate module, by the specifier of a callable's module. */
export const callableId = (specifier: string) => CALLABLE_PREFIX + specifier + CALLABLE_SUFFIX

/** Returns the specifier of a callable's module, by an import in the intermediate module; null for other imports. */
export function specifierOfSourceImport(imported: string): string | null {
  return imported.startsWith(SOURCE_PREFIX) ? imported.slice(SOURCE_PREFIX.length, -CALLABLE_SUFFIX.length) : null
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
  const specifier = specifierOfCallableId(id)
  const names = (manifest === null ? [] : callableUses(manifest).flatMap(({ callables }) => callables))
    .filter((reference) => importCallable(reference) === specifier)
    .map(({ export: name }) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)))
  if (names.length === 0) return undefined
  const sourceImport = SOURCE_PREFIX + specifier + CALLABLE_SUFFIX
  return `export { ${[...new Set(names)].join(', ')} } from ${JSON.stringify(sourceImport)}`
}
