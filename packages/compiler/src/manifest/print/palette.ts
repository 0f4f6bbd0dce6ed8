import type { ManifestRoute } from '../manifest.ts'

/** A colour in the light and in the dark theme, as `#rrggbb`. */
export interface Colour {
  readonly light: string
  readonly dark: string
}

/** The colours of text and backgrounds. `accent` is the colour of parameters in patterns. */
const PAGE_COLOURS = {
  surface: { light: '#ffffff', dark: '#171e1b' },
  ink: { light: '#16201b', dark: '#e7ede9' },
  soft: { light: '#4a5750', dark: '#a6b4ad' },
  accent: { light: '#0b6a4d', dark: '#63d6aa' },
} as const satisfies Readonly<Record<string, Colour>>

/** The colours of methods. PATCH has the colour of PUT. */
const METHOD_COLOURS = {
  get: { light: '#0a6a3b', dark: '#74dd9e' },
  post: { light: '#1b4fb5', dark: '#98baff' },
  put: { light: '#774800', dark: '#f4c276' },
  delete: { light: '#a1221c', dark: '#ffa59c' },
  other: { light: '#5a3b98', dark: '#cbb3ff' },
} as const satisfies Readonly<Record<string, Colour>>

/** Returns a colour as a value of CSS, for pages that allow both themes. */
export const cssColour = ({ light, dark }: Colour) => `light-dark(${light}, ${dark})`

/** Returns the colours of pages and methods as custom properties of CSS: `--surface: …; --ink: …; … --get: …;`. */
export function paletteVariables(): string {
  const colours = Object.entries({ ...PAGE_COLOURS, ...METHOD_COLOURS })
  return colours.map(([name, colour]) => `--${name}: ${cssColour(colour)};`).join(' ')
}

/** The number of colours of controllers. Later controllers use them again. */
const CONTROLLER_HUES = 12

/** The index of the colour for routes without a controller. */
const NEUTRAL_HUE = CONTROLLER_HUES

/** The colours of controllers by index, as lines on a map of tracks. The last colour has the index `NEUTRAL_HUE`. */
export const CONTROLLER_COLOURS: readonly Colour[] = [
  { light: '#0b7a55', dark: '#4fc795' },
  { light: '#1f5fc4', dark: '#7fabff' },
  { light: '#b4471b', dark: '#f79a6c' },
  { light: '#7a3fb0', dark: '#c79bff' },
  { light: '#8a6a00', dark: '#e0bd4a' },
  { light: '#b0246b', dark: '#ff8fc2' },
  { light: '#0c7688', dark: '#56c6d9' },
  { light: '#5b7a12', dark: '#a9cf5b' },
  { light: '#a62b2b', dark: '#ff9a94' },
  { light: '#3d49b8', dark: '#a3adff' },
  { light: '#8d4a70', dark: '#e3a3c8' },
  { light: '#2f7d36', dark: '#7fd386' },
  { light: '#66736c', dark: '#93a199' },
]

export type MethodTone = keyof typeof METHOD_COLOURS

/** Returns the colour of a method such as `GET`. Unusual methods and `ANY` share a colour. */
export function toneOf(verb: string): MethodTone {
  if (/^(?:GET|POST|PUT|DELETE)$/.test(verb)) return verb.toLowerCase() as MethodTone
  return verb === 'PATCH' ? 'put' : 'other'
}

/**
 * Assigns colours to the controllers of a table, in the order of declaration, so that neighbours differ.
 *
 * @returns a function from a controller to an index of `CONTROLLER_COLOURS`
 */
export function controllerHues(
  routes: readonly Pick<ManifestRoute, 'controller'>[],
): (controller: string | null) => number {
  const hues = new Map<string, number>()
  for (const { controller } of routes)
    if (controller !== null && !hues.has(controller)) hues.set(controller, hues.size % CONTROLLER_HUES)
  return (controller) => (controller === null ? NEUTRAL_HUE : (hues.get(controller) ?? NEUTRAL_HUE))
}
