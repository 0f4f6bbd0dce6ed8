// Links in components of Astro.
import { originalPositionFor, TraceMap, type SourceMapInput } from '@jridgewell/trace-mapping'
import { Finder } from '../find-in-program.ts'
import type { Link, Part, Range } from '../link.ts'
import type { FindLinks } from './source-file.ts'

type AstroCompiler = typeof import('@astrojs/compiler')

/** Finds the links in a component. Astro's compiler converts it to TSX, whose places the map converts back. */
export const findInAstro: FindLinks = async (source, { parseScript, loadPackage, settings }, file) => {
  const compiler = await loadPackage<AstroCompiler>('@astrojs/compiler')
  const { code, map, diagnostics } = await compiler.convertToTSX(source, { filename: file, sourcemap: 'both' })
  const mistake = diagnostics.find(({ severity }) => severity === 1)
  if (mistake !== undefined) throw new Error(mistake.text)
  const finder = new Finder(settings)
  finder.collect(await parseScript(code, 'tsx'))
  const trace = new TraceMap(map as object as SourceMapInput)
  const [generated, original] = [lineStarts(code), lineStarts(source)]
  const offsetOf = (offset: number): number => {
    const line = generated.findLastIndex((start) => start <= offset)
    const place = originalPositionFor(trace, { line: line + 1, column: offset - generated[line]! })
    return place.line === null ? 0 : original[place.line - 1]! + place.column
  }
  const found = finder.found()
  const rangeOf = ([start, end]: Range): Range => [offsetOf(start), offsetOf(end)]
  const partOf = (part: Part): Part =>
    typeof part === 'string' || part.range === null ? part : { ...part, range: rangeOf(part.range) }
  const links = found.links.map(({ range, parts, ...link }): Link => {
    return { ...link, range: rangeOf(range), parts: parts.map(partOf), form: null }
  })
  return { ...found, links, imports: null }
}

/** Returns the offset of each line. */
function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
}
