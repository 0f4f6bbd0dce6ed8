// Keeps the tables of imports in a dev server's modules current: those of controllers, of pages, and of the navigation.
import { quote } from './literal.ts'

/** Settings of a module in a dev server. */
export interface DevModule {
  /**
   * The source of an expression for an object that all instances of the module share. A server's process can have several
   * module runners, such as that of `ssrLoadModule`, and Vite evaluates an updated module only in the first of them that
   * imports it. Null if there is one runner: then an instance leaves its table to the next one.
   */
  readonly sharedState: string | null
}

/**
 * Writes a function that imports a module of the application on demand. If instances share their tables, an instance imports
 * the file itself. The import in the other instance's function tells Vite that the module depends on the file.
 */
export function lazyImport(specifier: string, dev: DevModule | null): string {
  const imported = `() => import(${quote(specifier)})`
  return dev === null || dev.sharedState === null ? imported : `() => load(${imported}, ${quote(specifier)})`
}

/**
 * Writes the part of a module that keeps its table current in a dev server. `table()` returns the table of the latest
 * instance, and `renew()` first evaluates a new instance if this runner receives no hot updates.
 *
 * In a browser, the functions of the latest instance import the current versions of edited modules. On a server, each
 * instance imports by its own runner, because modules of another runner have another state.
 *
 * @param id the name of the module
 * @param fields the lines of the table's fields. Their functions are those of `lazyImport`
 */
export function liveTable(id: string, fields: readonly string[], { sharedState }: DevModule): readonly string[] {
  const load = sharedState === null ? '' : '(_, file) => import(/* @vite-ignore */ file)'
  return [
    `const state = ${sharedState ?? 'import.meta.hot?.data ?? {}'}`,
    'state.tableOf = (load) => ({',
    ...fields,
    '})',
    `const table = () => state.tableOf(${load})`,
    `const renew = ${sharedState === null ? '() => {}' : `async () => import.meta.hot ?? import(${quote(id)})`}`,
    'import.meta.hot?.accept()',
  ]
}
