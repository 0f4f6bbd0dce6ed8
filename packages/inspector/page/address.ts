// The view that the page shows, and its parameters. They are in the URL's fragment, which works in a local file too.
import { computed, signal } from '@preact/signals'
import type { PageFinding } from '../src/page-data.ts'

type Params = Readonly<Record<string, string | null | undefined>>

/** The current address: `#/who?verb=GET&path=/photos`. */
export const address = signal(readAddress())
addEventListener('hashchange', () => (address.value = readAddress()))

/** The words of the search, in lower case: `Photos  show` -> `photos`, `show`. */
export const words = computed(() => (address.value.params['q'] ?? '').toLowerCase().split(/\s+/).filter(Boolean))

/** Matches each word of the search; null without a word. */
export const wordPattern = computed(() => {
  const patterns = words.value.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return patterns.length === 0 ? null : new RegExp(`(${patterns.join('|')})`, 'i')
})

function readAddress(): { readonly view: string; readonly params: Readonly<Record<string, string>> } {
  const [view, query] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s) as [string, string?]
  return { view, params: Object.fromEntries(new URLSearchParams(query)) }
}

/** Returns the fragment of an address. Empty parameters are omitted. */
export function addressOf(view: string, params: Params = {}): string {
  const entries = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(entries).toString()
  // `/` and `:` are allowed in a fragment, and easier to read unescaped.
  return `#/${view}${query === '' ? '' : `?${query.replace(/%2F/g, '/').replace(/%3A/g, ':')}`}`
}

/** Changes parameters of the current address, for reloads and shared links, without an entry in the browser's history. */
export function changeParams(changes: Params): void {
  const { view, params } = address.value
  history.replaceState(null, '', addressOf(view, { ...params, ...changes }))
  address.value = readAddress()
}

/** Adds a name to the names of a parameter, or removes it. Returns the parameter. */
export function toggled(names: readonly string[], name: string): string {
  return (names.includes(name) ? names.filter((each) => each !== name) : [...names, name]).join()
}

/** Returns the address of the request that proves a finding; of the diagnostics if no request can prove it. */
export function proofAddress({ verb, witness, host }: PageFinding): string {
  return witness === null ? addressOf('diagnostics') : addressOf('who', { verb, path: witness, host })
}
