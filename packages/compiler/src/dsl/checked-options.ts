import type { OptionName } from './option-table.ts'
import type { NoFunction } from './values.ts'

/**
 * Checks the options `O` of a call against the options `Known` that the call accepts. TypeScript infers `O` from the call.
 * If `O` does not satisfy this type, TypeScript reports an error at the wrong key. The type is used as its own constraint,
 * `<const O extends CheckedOptions<Known, O>>`, and nothing else infers or checks `O`.
 *
 *     { only: 'index' }   -> accepted: an option with its type
 *     { only: word }      -> accepted if `word` is a `string`: TypeScript may have widened a constant; the compiler checks it
 *     { id: /\d+/ }       -> accepted: a requirement on the parameter `id`
 *     { locale: 'en' }    -> accepted: a default parameter
 *     { onlly: 'index' }  -> error at `onlly`: did you mean `only`?
 *     { locale: ['en'] }  -> error at `locale`: a default parameter is a string, a number or a boolean
 *     () => {}            -> error: handlers are not options
 *     ['index']           -> error: a list of actions is the option `only`
 */
export type CheckedOptions<Known, O> = object &
  NoFunction &
  Suggestions<Known> & {
    readonly [K in keyof O]: K extends keyof Known
      ? K extends WordOption
        ? WordValue<O[K], Known[K]>
        : Known[K] | undefined
      : O[K] extends RegExp | undefined
        ? RegExp | undefined
        : O[K] extends string | number | boolean | undefined
          ? DefaultParameter<K & string, keyof Known & string, O[K]>
          : InvalidKeyMessage<K & string, keyof Known & string>
  }

/** Makes editors suggest the known options. */
type Suggestions<Known> = { readonly [K in keyof Known]?: unknown }

/**
 * The options `O` as an argument. If `O` is valid, its known keys have the types of `Known`, so that editors show their
 * documentation. Otherwise the type is `O`, for which its constraint reports the error.
 */
export type DocumentedOptions<Known, O> =
  CheckedOptions<Known, unknown> extends O ? Known : O extends Known ? Known & Omit<O, keyof Known> : O

/** The options whose values are words. */
type WordOption = 'only' | 'except' | 'via' | 'on'

type WordValue<V, Allowed> = V extends readonly (infer E)[]
  ? string extends E
    ? V
    : Allowed | undefined
  : string extends V
    ? V
    : Allowed | undefined

/**
 * The type of a default parameter. Its name can be any name that is neither equal nor similar to an option of any call. The
 * names `'0'`, `'1'` and so on are those of a list, of which TypeScript checks each element as an option.
 */
type DefaultParameter<K extends string, Known extends string, Value> = K extends `${number}`
  ? "options are an object: write { only: ['index'] } for a list of actions"
  : K extends OptionName
    ? InvalidKeyMessage<K, Known>
    : [SimilarWords<K, OptionName>] extends [never]
      ? Value
      : InvalidKeyMessage<K, Known>

/** The error for an invalid key. TypeScript shows this string as the expected type of the value. */
type InvalidKeyMessage<K extends string, Known extends string> = K extends OptionName
  ? `\`${K}\` is not an option of this method`
  : [SimilarWords<K, Known>] extends [never]
    ? `\`${K}\` is not an option: for a default parameter use \`defaults\`, for a requirement a RegExp`
    : `\`${K}\` is not an option: did you mean \`${SimilarWords<K, Known>}\`?`

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
