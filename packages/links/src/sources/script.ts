// Links in modules.
import { Finder, MAY_HAVE_LINKS, type FoundLinks } from '../find-in-program.ts'
import type { FindLinks } from './source-file.ts'

/** A file without links. */
const NO_LINKS: FoundLinks = { links: [], names: new Map(), imports: null }

/** Finds the links in a module of JavaScript or TypeScript. */
export const findInScript: FindLinks = async (source, { parseScript, settings }, file) => {
  if (!MAY_HAVE_LINKS.test(source)) return NO_LINKS
  // Only the names of TypeScript files say whether `<a>` is an element or a type. Projects write JSX in files named `.js`.
  const [, ending = 'js'] = /\.[cm]?([jt]sx?)$/.exec(file) ?? []
  const finder = new Finder(settings)
  finder.collect(await parseScript(source, ending === 'js' ? 'jsx' : ending))
  return finder.found()
}
