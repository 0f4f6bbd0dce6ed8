// How the search of the site reads words and orders pages. VitePress writes the code of these functions into the site, so they use
// nothing outside of themselves.

/**
 * Adds words of the documentation to words that people search for. Returns null for words that nearly all pages
 * contain.
 */
export function processTerm(term: string): string | string[] | null {
  const synonyms: Readonly<Record<string, readonly string[]>> = {
    authentication: ['sign', 'session', 'guard'],
    auth: ['sign', 'session', 'guard'],
    authorization: ['guard', 'constraint'],
    login: ['sign', 'session'],
    logout: ['sign', 'session'],
    i18n: ['locale'],
    internationalization: ['locale'],
    language: ['locale'],
    middleware: ['guard', 'use'],
    dynamic: ['parameter'],
    slug: ['parameter'],
    wildcard: ['glob'],
    order: ['precedence', 'first'],
    timeout: ['deadline', 'limit'],
    list: ['table'],
    terminal: ['command'],
    install: ['configure'],
    version: ['scope'],
    splat: ['glob'],
    ssr: ['rendering'],
  }
  const word = term.toLowerCase()
  if (/^(?:a|an|and|does|for|from|how|i|in|is|it|not|of|on|or|the|to|which|with)$/.test(word)) return null
  return Object.hasOwn(synonyms, word) ? [word, ...synonyms[word]!] : word
}

/**
 * The pages of diagnostics and of modules repeat the words of all other pages, so they come after those. If the search is for a code, the page of
 * the code comes first.
 *
 * @param id the page and the heading: `/diagnostics/missing-via#example`
 * @param term a word of the search that the section contains
 */
export function boostDocument(id: string, term: string): number {
  if (id.startsWith(`/diagnostics/${term}#`)) return 3
  return /^\/(?:diagnostics|reference)/.test(id) ? 0.3 : 1
}

/** Divides a text into words. A code such as `missing-via` is a word too, so that a search for it finds its page first. */
export function tokenize(text: string): string[] {
  return [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...(text.match(/[a-z]+(?:-[a-z]+)+/g) ?? [])]
}
