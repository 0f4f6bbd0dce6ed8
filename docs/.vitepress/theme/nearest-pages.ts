// Finds the pages of the site whose addresses are nearest to one that does not exist.

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

/** Returns the number of characters to insert, delete or replace. A name that contains the other one is near. */
function distanceBetween(a: string, b: string): number {
  if (a.length > 2 && b.includes(a)) return 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= b.length; column += 1) {
      const substituted = row[column - 1]! + (character === b[column - 1] ? 0 : 1)
      next.push(Math.min(substituted, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
