/** What calls of helpers leave out: parameters by name, `host` and `protocol`. */
export type UrlDefaults = () => Readonly<Record<string, unknown>>

/** Nothing assigns it where `urlDefaults` is not imported, so that bundlers drop what reads it. */
export let readDefaults: UrlDefaults | undefined

/**
 * Says what calls of helpers leave out. It is asked at each call, so that a server can answer for the request at hand; a
 * second one takes the place of the first.
 */
export function setUrlDefaults(read: UrlDefaults): void {
  readDefaults = read
}
