/** Text that is HTML already. */
export interface Html {
  readonly html: string
}

type Value = Html | string | number | readonly Html[] | null | false

/** A template whose values are escaped, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return {
    html: strings.map((string, index) => string + (index < values.length ? print(values[index]!) : '')).join(''),
  }
}

function print(value: Value): string {
  if (value === null || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return Array.isArray(value) ? value.map(print).join('') : (value as Html).html
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
