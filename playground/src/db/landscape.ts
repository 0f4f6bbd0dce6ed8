/**
 * Draws the pictures of a fresh album, so that it has some without a camera and without a download. The same title and
 * scene give the same picture.
 */
export interface Scene {
  readonly place: 'sea' | 'mountains' | 'forest' | 'city' | 'desert'
  readonly hour: 'dawn' | 'day' | 'dusk' | 'night'
  readonly format: 'wide' | 'tall' | 'square'
}

export interface Drawing {
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly svg: string
}

/** Colours as `#rrggbb`; a sky from its top to the horizon. */
interface Light {
  readonly sky: readonly [string, string, string]
  /** What the distance fades into. */
  readonly haze: string
  readonly ground: string
  readonly disc: string
  /** How high sun or moon stand, as a part of the sky. */
  readonly height: number
}

const SIZES = { wide: [1500, 1000], tall: [1000, 1500], square: [1200, 1200] } as const

const LIGHTS: Readonly<Record<Scene['hour'], Light>> = {
  dawn: { sky: ['#3d4f7c', '#d98e86', '#ffe0b0'], haze: '#eab39c', ground: '#2c2a45', disc: '#fff3d6', height: 0.2 },
  day: { sky: ['#4f94cf', '#9cc8e6', '#eaf4f3'], haze: '#c4dbe2', ground: '#1f4a4f', disc: '#ffffff', height: 0.72 },
  dusk: { sky: ['#231f4a', '#a3416a', '#fdb35f'], haze: '#d4696a', ground: '#170f29', disc: '#ffe2a0', height: 0.13 },
  night: { sky: ['#04060f', '#0e1d3f', '#38578a'], haze: '#2b4674', ground: '#04070f', disc: '#f3f1e2', height: 0.66 },
}

/** Sand under a high sun. */
const SAND = { haze: '#efdcb8', ground: '#9c5a34' }

/** Numbers from 0 to 1 that look random (mulberry32). */
type Random = () => number

function randomOf(text: string): Random {
  let state = 0
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The colour between two, `part` of the way. */
function mix(from: string, to: string, part: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const round = (value: number) => Math.round(value * 10) / 10

interface Canvas {
  readonly width: number
  readonly height: number
  readonly horizon: number
  readonly hour: Scene['hour']
  readonly light: Light
  readonly random: Random
}

/** Heights from the left edge to the right, for `points + 1` points: midpoints are displaced, less and less. */
function ridge(random: Random, points: number, [from, to]: readonly [number, number], roughness: number): number[] {
  let line = [from + (to - from) * random(), from + (to - from) * random()]
  let spread = (to - from) * 1.5
  while (line.length <= points) {
    const finer: number[] = []
    for (const [index, height] of line.entries()) {
      finer.push(height)
      const next = line[index + 1]
      if (next !== undefined) finer.push((height + next) / 2 + (random() - 0.5) * spread)
    }
    line = finer
    spread *= roughness
  }
  return line
}

/** The area below a line of heights, given as distances from the top. */
function area({ width, height }: Canvas, line: readonly number[], fill: string): string {
  const step = width / (line.length - 1)
  const points = line.map((y, index) => `${round(index * step)} ${round(y)}`).join('L')
  return `<path fill="${fill}" d="M0 ${height}L${points}L${width} ${height}Z"/>`
}

const LAYERS = 5

/** Layers from the haze of the distance to the dark in front. */
function layers(canvas: Canvas, draw: (depth: number, fill: string, top: number) => string): string {
  const { height, horizon, light } = canvas
  let drawn = ''
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const depth = layer / (LAYERS - 1)
    const color = mix(light.haze, light.ground, 0.12 + depth * 0.88)
    const id = `layer${layer}`
    const foot = mix(color, light.haze, 0.55 * (1 - depth))
    drawn += `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${color}"/><stop offset="1" stop-color="${foot}"/></linearGradient>`
    drawn += draw(depth, `url(#${id})`, horizon + (height - horizon) * depth * 0.72)
  }
  return drawn
}

function mountains(canvas: Canvas): string {
  const { height, random } = canvas
  return layers(canvas, (depth, fill, top) => {
    const relief = height * (0.24 - depth * 0.1)
    return area(canvas, ridge(random, 128, [top - relief, top], 0.56), fill)
  })
}

function desert(canvas: Canvas): string {
  const { width, height, random } = canvas
  const light = canvas.hour === 'day' ? { ...canvas.light, ...SAND } : canvas.light
  return layers({ ...canvas, light }, (depth, fill, top) => {
    const waves = [random(), random(), random()].map((phase, index) => ({
      phase: phase * 6.3,
      length: (0.5 + index * 0.7 + random() * 0.6) * (1.4 - depth * 0.6) * (width / height),
      tall: (height * 0.045) / (index + 1),
    }))
    const at = (x: number) =>
      waves.reduce((sum, { phase, length, tall }) => sum + tall * Math.sin((x / width) * length * 6.3 + phase), top)
    const line = Array.from({ length: 161 }, (_, index) => at((index / 160) * width))
    // The slope that turns away from the light.
    const shade = line.map((y, index) => y + Math.max(0, (line[Math.min(index + 6, 160)] ?? y) - y) * 2.6 + 2)
    const away = mix(light.haze, light.ground, 0.3 + depth * 0.7)
    return area(canvas, line, mix(away, light.sky[2], 0.34)) + area(canvas, shade, fill)
  })
}

function forest(canvas: Canvas): string {
  const { width, height, random } = canvas
  return layers(canvas, (depth, fill, top) => {
    const line = ridge(random, 32, [top - height * 0.1, top], 0.45)
    const size = height * (0.035 + depth * 0.15)
    const count = Math.round(90 - depth * 58)
    let trees = ''
    for (let tree = 0; tree < count; tree += 1) {
      const x = ((tree + random()) / count) * width
      const foot = (line[Math.round((x / width) * (line.length - 1))] ?? top) + size * 0.2
      trees += pine(x, foot, size * (0.6 + random() * 0.7), random)
    }
    return `${area(canvas, line, fill)}<path fill="${fill}" d="${trees}"/>`
  })
}

function pine(x: number, foot: number, size: number, random: Random): string {
  const lean = (random() - 0.5) * size * 0.05
  let left = ''
  let right = ''
  for (let tier = 1; tier <= 5; tier += 1) {
    const y = foot - size * (1 - tier / 5)
    const half = size * 0.045 * tier * (0.85 + random() * 0.3)
    left += `L${round(x - half)} ${round(y)}L${round(x - half * 0.45)} ${round(y - size * 0.02)}`
    right = `L${round(x + half * 0.45)} ${round(y - size * 0.02)}L${round(x + half)} ${round(y)}${right}`
  }
  return `M${round(x + lean)} ${round(foot - size * 1.12)}${left}${right}Z`
}

function city(canvas: Canvas): string {
  const { width, height, hour, light, random } = canvas
  const lamp = mix(light.disc, '#ffb347', 0.55)
  return layers(canvas, (depth, fill, top) => {
    let houses = ''
    let windows = ''
    let x = -20
    while (x < width) {
      const wide = round(width * (0.035 + random() * 0.05) * (0.8 + depth * 0.9))
      const tall = height * (0.1 + random() ** 2 * 0.32) * (1 - depth * 0.35)
      const y = top - tall
      const step = random() < 0.3 ? round(height * 0.02) : 0
      houses += `M${round(x)} ${height}V${round(y)}h${wide / 2}v${-step}h${wide / 2}V${height}Z`
      if (hour !== 'day' && depth > 0.2) windows += lit({ x, y, wide, tall: height - y }, depth, random)
      x += wide + (random() < 0.2 ? wide * 0.3 : 0)
    }
    return `<path fill="${fill}" d="${houses}"/><path fill="${lamp}" opacity="${round(0.35 + depth * 0.5)}" d="${windows}"/>`
  })
}

function lit({ x, y, wide, tall }: Record<'x' | 'y' | 'wide' | 'tall', number>, depth: number, random: Random): string {
  const size = 5 + depth * 7
  const step = size * 2.1
  let drawn = ''
  for (let row = y + step; row < y + tall; row += step * 1.3) {
    for (let column = x + size; column < x + wide - size; column += step) {
      if (random() < 0.3)
        drawn += `M${round(column)} ${round(row)}h${round(size)}v${round(size * 1.3)}h-${round(size)}Z`
    }
  }
  return drawn
}

function sea(canvas: Canvas, sunX: number): string {
  const { width, height, horizon, light, random } = canvas
  const far = mix(light.sky[2], light.haze, 0.4)
  const near = mix(light.ground, light.sky[0], 0.35)
  let drawn =
    `<linearGradient id="water" x2="0" y2="1"><stop stop-color="${mix(far, near, 0.2)}"/><stop offset="1" stop-color="${near}"/></linearGradient>` +
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#water)"/>`
  // Headlands, the nearer ones darker.
  for (const [part, from] of [
    [0.3, 0.06],
    [0.55, 0.035],
  ] as const) {
    const isLeft = random() < 0.5
    const line = ridge(random, 64, [horizon - height * from * 2, horizon - height * 0.004], 0.45).map(
      (y, index, all) => {
        const reach = isLeft ? index / all.length : 1 - index / all.length
        return horizon + 1 - Math.max(0, horizon - y) * Math.max(0, 1 - reach * (1.2 + part))
      },
    )
    const step = width / (line.length - 1)
    drawn += `<path fill="${mix(light.haze, light.ground, part)}" d="M0 ${horizon + 1}L${line.map((y, index) => `${round(index * step)} ${round(y)}`).join('L')}L${width} ${horizon + 1}Z"/>`
  }
  let glitter = ''
  let waves = ''
  for (let wave = 0; wave < 150; wave += 1) {
    const depth = random() ** 1.6
    const y = horizon + 3 + depth * (height - horizon)
    const spread = width * (0.02 + depth * 0.14)
    const x = sunX + (random() + random() - 1) * spread
    const half = 6 + depth * 46 * random()
    glitter += `M${round(x - half)} ${round(y)}q${round(half)} ${round(-2 - depth * 5)} ${round(half * 2)} 0q${round(-half)} ${round(2 + depth * 5)} ${round(-half * 2)} 0Z`
    const elsewhere = random() * width
    waves += `M${round(elsewhere - half * 2)} ${round(y)}q${round(half * 2)} ${round(-1 - depth * 4)} ${round(half * 4)} 0Z`
  }
  drawn += `<path fill="${light.sky[2]}" opacity=".16" d="${waves}"/><path fill="${light.disc}" opacity=".62" d="${glitter}"/>`
  const boat = width * (0.2 + random() * 0.6)
  const size = height * 0.05
  const foot = horizon + height * 0.035
  drawn += `<path fill="${light.ground}" d="M${round(boat)} ${round(foot - size * 1.5)}L${round(boat)} ${round(foot - size * 0.16)}L${round(boat + size * 0.62)} ${round(foot - size * 0.16)}ZM${round(boat - size * 0.06)} ${round(foot - size * 1.2)}L${round(boat - size * 0.06)} ${round(foot - size * 0.16)}L${round(boat - size * 0.42)} ${round(foot - size * 0.16)}ZM${round(boat - size * 0.5)} ${round(foot - size * 0.1)}h${round(size * 1.2)}l${round(-size * 0.18)} ${round(size * 0.16)}h${round(-size * 0.8)}Z"/>`
  return drawn
}

function stars({ width, horizon, random }: Canvas): string {
  let drawn = ''
  for (let star = 0; star < 140; star += 1) {
    const y = random() ** 1.4 * horizon
    drawn += `<circle cx="${round(random() * width)}" cy="${round(y)}" r="${round(0.6 + random() ** 3 * 2)}" opacity="${round(0.35 + random() * 0.65)}"/>`
  }
  return `<g fill="#fff">${drawn}</g>`
}

/** Long, flat clouds, brighter below. */
function clouds({ width, horizon, light, random }: Canvas): string {
  let drawn = ''
  for (let cloud = 0; cloud < 9; cloud += 1) {
    const y = horizon * (0.12 + random() * 0.72)
    const wide = width * (0.1 + random() * 0.22)
    const x = random() * width
    for (let puff = 0; puff < 5; puff += 1) {
      const cx = x + (random() - 0.5) * wide
      drawn += `<ellipse cx="${round(cx)}" cy="${round(y + (random() - 0.5) * 16)}" rx="${round(wide * (0.25 + random() * 0.4))}" ry="${round(5 + random() * 13)}"/>`
    }
  }
  return `<g fill="${light.sky[2]}" opacity=".2" filter="url(#soft)">${drawn}</g>`
}

const PLACES = { sea, mountains, forest, city, desert } satisfies Record<Scene['place'], unknown>

/** Draws a picture. */
export function drawLandscape(title: string, { place, hour, format }: Scene): Drawing {
  const [width, height] = SIZES[format]
  const light = LIGHTS[hour]
  const random = randomOf(`${title} ${place} ${hour}`)
  const horizon = Math.round(height * (place === 'sea' ? 0.56 : 0.5))
  const canvas = { width, height, horizon, hour, light, random }
  const sunX = round(width * (0.25 + random() * 0.5))
  const sunY = round(horizon - horizon * light.height)
  const radius = round(Math.min(width, height) * (hour === 'day' ? 0.035 : 0.05))
  const [top, middle, low] = light.sky
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<linearGradient id="sky" x2="0" y2="${horizon / height}"><stop stop-color="${top}"/><stop offset=".62" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient>` +
    `<radialGradient id="glow"><stop stop-color="${light.disc}" stop-opacity=".75"/><stop offset="1" stop-color="${light.disc}" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="edge" r=".78"><stop offset=".62" stop-opacity="0"/><stop offset="1" stop-opacity=".34"/></radialGradient>` +
    `<filter id="soft"><feGaussianBlur stdDeviation="14 4"/></filter>` +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>` +
    (hour === 'night' ? stars(canvas) : clouds(canvas)) +
    `<circle cx="${sunX}" cy="${sunY}" r="${radius * 7}" fill="url(#glow)"/>` +
    `<circle cx="${sunX}" cy="${sunY}" r="${radius}" fill="${light.disc}"/>` +
    PLACES[place](canvas, sunX) +
    `<rect width="${width}" height="${height}" fill="url(#edge)"/></svg>`
  return { width, height, svg }
}
