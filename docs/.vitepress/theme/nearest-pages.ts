// Finds the pages of the site whose addresses are nearest to one that does not exist.
import { editDistance } from '@turnout/compiler/internal/diagnostics/nearest'

export interface SitePage {
  readonly text: string
  /** `/helpers` */
  readonly link: string
}

const MAX_PAGES = 5

/** A path is compared up to this length, because the time is quadratic in it. */
const MAX_LENGTH = 60

/** Returns at most five pages, the nearest first. */
export function nearestPages(path: string, pages: readonly SitePage[]): readonly SitePage[] {
  const name = lastSegment(path.replace(/\.(?:md|html)$|\/+$/g, ''))
    .toLowerCase()
    .slice(0, MAX_LENGTH)
  return pages
    .map((page) => ({ page, distance: distanceBetween(name, lastSegment(page.link)) }))
    .filter(({ page, distance }) => distance <= Math.max(2, lastSegment(page.link).length / 2))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_PAGES)
    .map(({ page }) => page)
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the number of edits between two names. A name that contains the other one is near. */
function distanceBetween(a: string, b: string): number {
  return a.length > 2 && b.includes(a) ? 1 : editDistance(a, b)
}
