import { isRegExpSource, type ManifestRoute } from '@turnout/manifest'
import { defaultOf, isByToken, isToken, requirementOn, type Param } from '@turnout/patterns'
import {
  choice,
  contains,
  isAssertion,
  isBackreference,
  isOneToken,
  nullable,
  parseRegExp,
  printRegExp,
  text,
  withoutEmpty,
  type RegExpTree,
} from '@turnout/patterns/regexp'

/** The values that a param accepts, as a regular expression that can be embedded in a larger one. */
export interface ParamSource {
  /** Without anchors, captures and flags; valid with the flags `u` and `v` too. */
  readonly source: string
  /** True if the param accepts single tokens only: never empty, without slashes and dots. */
  readonly isToken: boolean
  readonly tree: RegExpTree
}

/** Why no such regular expression exists. */
export interface NoSource {
  readonly reason: string
}

/** Returns the expression of a route's param. Paths are canonical, so it only covers ASCII. */
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
    // Journey compares a string requirement with one token, also for a glob. A list becomes a regular expression.
    if (typeof requirement === 'string' && isByToken(route) && !isToken(requirement)) {
      return { reason: `no path has \`${requirement}\` as \`${param.name}\`` }
    }
    const tree = choice(...texts.map(text)) as RegExpTree
    const source = texts.every((choiceText) => /^\w+$/.test(choiceText)) ? texts.join('|') : printRegExp(tree)
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

/** Escapes the characters of a literal that have a meaning in patterns of URLPattern and rou3. */
export function escapeText(text: string): string {
  return text.replace(/[.+*?^${}()[\]|/\\:]/g, (character) =>
    /[./^$|[\]]/.test(character) ? character : `\\${character}`,
  )
}
