// Reads the search parameters of a page.

/** The part of Standard Schema, version 1, that reads a search. */
interface Schema {
  readonly '~standard': { readonly validate: (values: unknown) => unknown }
}

/**
 * The error for search parameters that the page's schema rejects.
 *
 * @example
 * ```ts
 * import { SearchError } from 'virtual:routes/navigation'
 *
 * export const notice = (error: unknown): string =>
 *   error instanceof SearchError ? 'This address is not complete.' : 'This page cannot be shown.'
 * ```
 */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  /** The status of a server's response. */
  readonly status = 400
  readonly issues: readonly unknown[]

  constructor(issues: readonly unknown[]) {
    super('The search parameters are invalid')
    this.issues = issues
  }
}

/**
 * Returns the search parameters of a URL, as the schema outputs them. The schema receives strings by name, and lists for
 * names that end with `[]`. If a name is repeated, the last value counts, as in Rails.
 *
 * @param schema a Standard Schema; without it, the values are not changed
 * @throws SearchError if the values are invalid
 */
export async function parseSearch(schema: unknown, { searchParams }: URL): Promise<unknown> {
  const byName = new Map<string, string | string[]>()
  for (const [name, value] of searchParams) {
    const listName = name.endsWith('[]') ? name.slice(0, -2) : ''
    const list = byName.get(listName)
    if (!listName) byName.set(name, value)
    else if (Array.isArray(list)) list.push(value)
    else byName.set(listName, [value])
  }
  // `Object.fromEntries` defines properties, so `__proto__` is an ordinary name.
  const values = Object.fromEntries(byName)
  if (schema == null) return values
  const result = (await (schema as Schema)['~standard'].validate(values)) as { issues?: unknown[]; value: unknown }
  if (result.issues) throw new SearchError(result.issues)
  return result.value
}
