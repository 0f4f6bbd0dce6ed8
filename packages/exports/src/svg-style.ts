import {
  CONTROLLER_COLOURS,
  METHOD_COLOURS,
  NEUTRAL_HUE,
  PAGE_COLOURS,
  type Colour,
  type MethodTone,
} from '@turnout/manifest/print'

/** The class of the picture. Its rules apply to no other part of a page that contains the picture. */
export const PICTURE_CLASS = 'turnout-routes'

/** The name of a colour in the picture. */
export type ColourName = keyof typeof PAGE_COLOURS | MethodTone | `hue-${number}`

const COLOURS: ReadonlyMap<string, Colour> = new Map([
  ...Object.entries<Colour>(PAGE_COLOURS),
  ...Object.entries<Colour>(METHOD_COLOURS),
  ...CONTROLLER_COLOURS.map((colour, index) => [`hue-${index}`, colour] as const),
])

/** The attributes of a filled element: the light colour, and the class that the style of the dark theme uses. */
export function fillOf(name: ColourName): string {
  return `class="${name}" fill="${COLOURS.get(name)!.light}"`
}

/** The attributes of a line in the colour of a controller. Its index is `NEUTRAL_HUE` if there is no single controller. */
export function strokeOf(hue = NEUTRAL_HUE): string {
  return `class="hue-${hue}" stroke="${CONTROLLER_COLOURS[hue]!.light}"`
}

/**
 * Returns the rules of the dark theme. The light colours are attributes, so that programs without style sheets and pages with
 * a strict policy show the light picture.
 */
export function darkStyle(): string {
  const rules = [...COLOURS].flatMap(([name, { dark }]) => [
    `.${PICTURE_CLASS} .${name}{fill:${dark}}`,
    ...(name.startsWith('hue-') ? [`.${PICTURE_CLASS} path.${name}{fill:none;stroke:${dark}}`] : []),
  ])
  return `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
}
