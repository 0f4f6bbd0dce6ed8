/** Markup that is safe to send: made by `markup`, which escapes every string. */
export class Html {
  readonly markup: string

  /** @param markup its strings are escaped already */
  constructor(markup: string) {
    this.markup = markup
  }
}

/** A part of markup: strings and numbers are escaped, `null` and `false` are left out. */
export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[]

/**
 * Makes markup from a template, and escapes all strings in it. Attributes in the template need quotes.
 *
 *     markup`<p title="${name}">${text}</p>`
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(markupOf)))
}

function markupOf(part: HtmlPart): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.markup
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(String(part))
}

/** Escapes a string for HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
