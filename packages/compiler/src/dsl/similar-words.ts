/**
 * The words in `B` that differ from `A` by at most one insertion, deletion, substitution or swap of neighbours. Case is
 * ignored, and so are the underscores of `A`, because people from Rails write `path_names`.
 *
 *     SimilarWords<'onlly', 'only' | 'except'>   -> 'only'
 *     SimilarWords<'path_names', 'pathNames'>    -> 'pathNames'
 *     SimilarWords<'locale', 'only' | 'except'>  -> never
 */
export type SimilarWords<A extends string, B extends string> = B extends string
  ? IsNear<WithoutUnderscores<A>, Lowercase<B>> extends true
    ? B
    : never
  : never

/** In lower case and without underscores: `path_Names` -> `pathnames`. */
type WithoutUnderscores<A extends string> = A extends `${infer Before}_${infer After}`
  ? WithoutUnderscores<`${Before}${After}`>
  : Lowercase<A>

/** True if `A` and `B` differ by at most one edit. The samples at the branches are an `A`; their `B` is `only`. */
type IsNear<A extends string, B extends string> = A extends `${infer FirstOfA}${infer TailOfA}`
  ? B extends `${infer FirstOfB}${infer TailOfB}`
    ? FirstOfA extends FirstOfB
      ? IsNear<TailOfA, TailOfB>
      : // `onlx`: a substitution.
        TailOfA extends TailOfB
        ? true
        : // `onxly`: an insertion.
          TailOfA extends B
          ? true
          : // `ony`: a deletion.
            A extends TailOfB
            ? true
            : // `olny`: a swap of neighbours.
              IsSwap<TailOfA, TailOfB, FirstOfA, FirstOfB>
    : // `onlyx`: an insertion at the end.
      IsEmpty<TailOfA>
  : // `onl`: a deletion at the end.
    B extends `${string}${infer TailOfB}`
    ? IsEmpty<TailOfB>
    : true

type IsEmpty<Text extends string> = Text extends '' ? true : false

/** True if two words differ only in the order of their first two characters, as `lny` and `nly` do. */
type IsSwap<
  TailOfA extends string,
  TailOfB extends string,
  FirstOfA extends string,
  FirstOfB extends string,
> = TailOfA extends `${FirstOfB}${infer Tail}` ? (TailOfB extends `${FirstOfA}${Tail}` ? true : false) : false
