import type { Format, Style } from './style.ts'

/** The colours of the inspector, in the palette of terminals. */
const METHOD_COLOURS: Readonly<Record<string, Format>> = {
  GET: 'green',
  POST: 'blue',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
}

/** Colours the methods in a string: `GET|POST`. */
export function colourMethods(text: string, style: Style): string {
  return text.replace(/\w+/g, (method) =>
    style(Object.hasOwn(METHOD_COLOURS, method) ? METHOD_COLOURS[method]! : 'magenta', method),
  )
}

/** Colours the params of a pattern. The optional format is dim, because nearly every route has it. */
export function colourPattern(text: string, style: Style): string {
  return text.replace(/\(\.:format\)|[:*]\w+/g, (part) => style(part.startsWith('(') ? 'dim' : 'cyan', part))
}
