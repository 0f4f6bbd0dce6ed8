import type { PageFinding } from '../src/page-data.ts'
/** The view that the page shows, and its parameters. They are in the URL's fragment, which works in a local file too. */
export interface Address {
  readonly view: string
  readonly params: URLSearchParams
}

/** `#/who?verb=GET&path=/photos` */
export function readAddress(): Address {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s) as [string, string?]
  return { view: path, params: new URLSearchParams(query) }
}

/** Returns the fragment of an address. Empty parameters are omitted. */
export function addressOf(view: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(entries).toString()
  // `/` and `:` are allowed in a fragment, and easier to read unescaped.
  return `#/${view}${query === '' ? '' : `?${query.replace(/%2F/g, '/').replace(/%3A/g, ':')}`}`
}

/** Changes the address of the visible view, for reloads and shared links. It adds no entry to the browser's history. */
export function writeAddress(view: string, params: Readonly<Record<string, string | null | undefined>>): void {
  const address = addressOf(view, params)
  if (address !== location.hash) history.replaceState(null, '', address)
}

/** Returns the address of the request that proves a finding; of the diagnostics if no request can prove it. */
export function proofAddress({ verb, witness, host }: PageFinding): string {
  return witness === null ? addressOf('diagnostics') : addressOf('who', { verb, path: witness, host })
}
