import { svg } from './dom.ts'
import type { Branch, Placed } from './tree-layout.ts'

/** The distance between branches, in pixels at a zoom of 1. */
export const COLUMN = 178
export const LINE = 34

type PlaceOf = (branch: Branch) => Placed
type HueOf = (branch: Branch) => string

/**
 * Draws the tracks to branches. Narrow tracks are drawn over wide ones, and all tracks over their trunks.
 *
 * @param hueOf returns the CSS class with the colour of a branch
 */
export function drawTracks(stops: readonly Placed[], placeOf: PlaceOf, hueOf: HueOf): SVGElement[] {
  const ordered = stops.toSorted((a, b) => b.branch.size - a.branch.size)
  const parents = new Set(ordered.map(({ branch }) => branch.parent!))
  const trunks = [...parents].flatMap((parent) => trunk(parent, placeOf, hueOf) ?? [])
  return [...trunks, ...ordered.map((stop) => track(stop, placeOf(stop.branch.parent!), hueOf))]
}

/** Draws the trunk from which the tracks to a branch's children diverge, except for the first, which goes straight on. */
function trunk(branch: Branch, placeOf: PlaceOf, hueOf: HueOf): SVGElement | null {
  const { line } = placeOf(branch)
  const lastChild = placeOf(branch.children.at(-1)!)
  if (lastChild.line === line) return null
  const [bend, y, endY] = [bendOf(branch.depth + 1), middleOf(line), middleOf(lastChild.line)]
  const d = `M${bend - 34} ${y}C${bend} ${y} ${bend} ${y} ${bend} ${Math.min(y + 26, endY - 8)}V${Math.max(y + 8, endY - 26)}`
  const size = branch.children.slice(1).reduce((largest, child) => Math.max(largest, child.size), 1)
  return svg('path', { d, class: hueOf(branch), 'stroke-width': widthOf(size).toFixed(1) })
}

/** Draws the track to a branch, from its parent or from the trunk. */
function track({ branch, line }: Placed, parent: Placed, hueOf: HueOf): SVGElement {
  const [end, y] = [branch.depth * COLUMN + 23, middleOf(line)]
  const bend = bendOf(branch.depth)
  const d =
    line === parent.line
      ? `M${parent.branch.depth * COLUMN + 23} ${y}H${end}`
      : `M${bend} ${Math.max(middleOf(parent.line) + 8, y - 26)}C${bend} ${y} ${bend} ${y} ${bend + 34} ${y}H${end}`
  return svg('path', { d, class: hueOf(branch), 'stroke-width': widthOf(branch.size).toFixed(1) })
}

/** Returns the x position at which the tracks to branches of a depth diverge. */
function bendOf(depth: number): number {
  return depth * COLUMN - 39
}

function middleOf(line: number): number {
  return line * LINE + LINE / 2
}

/** Returns the width of a track: wider for more routes, but no wider than the distance between lines allows. */
function widthOf(size: number): number {
  return Math.min(15, 1.5 + 1.35 * Math.log2(size + 1))
}
