/** What the page shows: a view, and what is asked of it. It stands in the fragment, so that a file has it as well. */
export interface Address {
  readonly view: string
  readonly params: URLSearchParams
}

/** `#/who?verb=GET&path=/photos` */
export function readAddress(): Address {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s) as [string, string?]
  return { view: path, params: new URLSearchParams(query) }
}

/** The fragment of an address. What is empty is left out. */
export function addressOf(view: string, params: Readonly<Record<string, string | null | undefined>> = {}): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  // Both are allowed there, and easier to read.
  return `#/${view}${query === '' ? '' : `?${query.replace(/%2F/g, '/').replace(/%3A/g, ':')}`}`
}

/** Changes the address of the view that is shown, for reloads and colleagues. It is not a step to go back to. */
export function writeAddress(view: string, params: Readonly<Record<string, string | null | undefined>>): void {
  const address = addressOf(view, params)
  if (address !== location.hash) history.replaceState(null, '', address)
}
