import type { RoutePattern } from '../../../patterns/routes/route-pattern.ts'

/** A param or a glob of a pattern. */
export interface WalkedParam {
  readonly name: string
  readonly glob: boolean
}

/**
 * Returns where a param that begins at `from` may end, in the order in which the matcher tries the ends.
 *
 * - `[]`: all ends were returned for an earlier start, so the walk has already tried the rest of the path from there.
 * - Null: the param cannot match here.
 *
 * Example: `:id` in `/photos/12.json`, in this order of calls:
 *
 *     8  -> [10, 9]   the param is `12` or `1`
 *     9  -> []        it would be `2`, which also ends at 10
 *     10 -> null      a dot is not part of a param
 */
export type FindEnds = (from: number) => readonly number[] | null

/** The param, and the path in which its ends are searched. */
export interface EndsOptions {
  readonly param: WalkedParam
  readonly route: RoutePattern
  readonly path: string
  /** The characters that may follow the param, null for any. An end before any other character cannot match. */
  readonly nextChars: string | null
  /** The literal that follows the param; null for a group, another param or the end. */
  readonly nextLiteral: string | null
}
