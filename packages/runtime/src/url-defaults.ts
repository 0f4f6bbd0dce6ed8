/** Returns the values that calls of helpers may omit: parameters by name, `host` and `protocol`. */
export type UrlDefaults = () => Readonly<Record<string, unknown>>

/** Only `setUrlDefaults` assigns it. If an application does not import that function, bundlers drop the code that reads this variable. */
export let readDefaults: UrlDefaults | undefined

/**
 * Sets the function that supplies omitted values. Each call of a helper calls it, so that a server can return values of the
 * current request. A second function replaces the first.
 */
export function setUrlDefaults(read: UrlDefaults): void {
  readDefaults = read
}
