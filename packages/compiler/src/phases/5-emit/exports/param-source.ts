import { isRegExpSource, type ManifestRoute } from '../../../manifest.ts'
import { parseRegExp } from '../../../recognition/regexp/parse.ts'
import { printRegExp } from '../../../recognition/regexp/print.ts'
import {
  choice,
  contains,
  isAssertion,
  isBackreference,
  nullable,
  text,
  withoutEmpty,
  type RegExpTree,
} from '../../../recognition/regexp/syntax.ts'
import { isOneToken } from '../../../recognition/required-expression.ts'
import { defaultOf, isByToken, isToken, requirementOn, type Param } from '../../../recognition/route-pattern.ts'

/** What a param takes, as a regular expression that can stand in a larger one. */
export interface ParamSource {
  /** Without anchors, captures and flags; valid with the flags `u` and `v` too. */
  readonly source: string
  /** It takes one token only: never empty, without slashes and dots. */
  readonly isToken: boolean
  readonly tree: RegExpTree
}

/** Why what a param takes cannot be written so. */
export interface NoSource {
  readonly reason: string
}

/** What a param of a route takes. Paths are canonical, so that ASCII is all there is. */
export function paramSource(param: Param, route: ManifestRoute): ParamSource | NoSource {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) {
    const isToken = param.kind === 'param'
    const { tree, source } = defaultOf(param, route)
    // `/` has to be escaped in a class under the flag `v`.
    return { tree, source: isToken ? '[^\\/.?]+' : source, isToken }
  }
  const oneToken = isByToken(route) && param.kind === 'param'
  if (!isRegExpSource(requirement)) {
    const texts = [requirement].flat()
    // Journey compares one text with one token, of a glob too; a list becomes a regular expression.
    if (typeof requirement === 'string' && isByToken(route) && !isToken(requirement)) {
      return { reason: `no path has \`${requirement}\` as \`${param.name}\`` }
    }
    const tree = choice(...texts.map(text)) as RegExpTree
    const source = texts.every((each) => /^\w+$/.test(each)) ? texts.join('|') : printRegExp(tree)
    return { tree, source, isToken: isOneToken(tree) }
  }
  const { source, flags } = requirement
  let tree = parseRegExp(source, flags)
  if (contains(tree, isAssertion)) return { reason: `the requirement on \`${param.name}\` looks around` }
  if (contains(tree, isBackreference)) return { reason: `the requirement on \`${param.name}\` refers back` }
  // Journey takes no empty token.
  const shrinks = oneToken && nullable(tree)
  if (shrinks) tree = withoutEmpty(tree) as RegExpTree
  const isSimple = flags === '' && !shrinks && SIMPLE.test(source)
  return { tree, source: isSimple ? source : printRegExp(tree), isToken: isOneToken(tree) }
}

/** What needs no other form: characters, classes of a few, repeats, alternatives. */
const SIMPLE = /^(?:\\[dw]|\w|\[(?:[A-Za-z\d]-[A-Za-z\d]|\w|\\[dw])+\]|\{\d+(?:,\d*)?\}|[+*?|.])+$/

/** Text in a pattern of URLPattern and rou3: what means something there is escaped. */
export function escapeText(text: string): string {
  return text.replace(/[.+*?^${}()[\]|/\\:]/g, (character) =>
    /[./^$|[\]]/.test(character) ? character : `\\${character}`,
  )
}
