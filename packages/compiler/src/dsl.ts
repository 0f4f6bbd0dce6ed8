/** What a route file imports. Types do the work: at run time a block is called with the recorder's builder. */
import type { Routes } from './dsl-types.ts'
import { RedirectTarget, TRUSTED } from './route.ts'

export type * from './dsl-types.ts'

/**
 * A block of declarations, to be exported by default from a route file. It only types the block.
 *
 * @param block called once, at build time, synchronously
 */
export function defineRoutes(block: (r: Routes) => void): (r: Routes) => void {
  return block
}

/**
 * Names an action where a string would be a path: `get(action('preview'))` is Ruby's `get :preview`.
 *
 * @returns the registered symbol of that name
 */
export function action(name: string): symbol {
  return Symbol.for(name)
}

/**
 * Vouches for a regular expression that the compiler cannot prove to be fast on every text: it is not checked.
 *
 *     r.resources('photos', { id: trusted(/\w+-\w+x?/) })
 *
 * @returns the same regular expression, marked
 */
export function trusted(regexp: RegExp): RegExp {
  const marked = new RegExp(regexp)
  Object.defineProperty(marked, TRUSTED, { value: true })
  return marked
}

/** Parts of the URL that a redirect leads to. What is left out stays as the request had it. */
export interface RedirectParts {
  /** May hold `%{param}`. */
  readonly path?: string
  readonly host?: string
  readonly protocol?: string
  readonly port?: number
  readonly subdomain?: string
  readonly domain?: string
  readonly params?: Readonly<Record<string, string | number>>
  /** From 300 to 399; 301 where it is left out. */
  readonly status?: number
}

/**
 * An endpoint that answers with a redirect, `301 Moved Permanently` unless told otherwise.
 *
 * @param target a path or URL, in which `%{id}` stands for the parameter `id`; or URL parts
 */
export function redirect(target: string | RedirectParts, options: { readonly status?: number } = {}): RedirectTarget {
  if (typeof target === 'object' && target !== null && 'status' in target) {
    const { status, ...parts } = target
    return new RedirectTarget(parts, options.status ?? status ?? 301)
  }
  return new RedirectTarget(target, options.status ?? 301)
}

export type { RedirectTarget } from './route.ts'
