import type { OptionName } from './option-table.ts'

/**
 * Checks the options `O` of a call against the options `Known` that the call accepts. TypeScript infers `O` from the call.
 * If `O` does not satisfy this type, TypeScript reports an error at the wrong key. The type is used as its own constraint,
 * `<const O extends Given<Known, O>>`, and nothing else infers or checks `O`.
 *
 * - A known option has its type. If its values are words, any `string` is accepted, because it can come from a constant that
 *   TypeScript has widened. The compiler then checks the word.
 * - Any other key with a regular expression is a requirement on the parameter with that name.
 * - Any other key with a string, a number or a boolean is a default parameter, unless the key looks like a misspelt option.
 */
export type CheckedOptions<Known, O> = object &
  Hints<Known> & {
    readonly [K in keyof O]: K extends keyof Known
      ? K extends Worded
        ? Words<O[K], Known[K]>
        : Known[K] | undefined
      : O[K] extends RegExp | undefined
        ? RegExp | undefined
        : O[K] extends string | number | boolean | undefined
          ? Default<K & string, keyof Known & string, O[K]>
          : InvalidKeyMessage<K & string, keyof Known & string>
  }

/** Makes editors suggest the known options. */
type Hints<Known> = { readonly [K in keyof Known]?: unknown }

/**
 * The options `O` as an argument. If `O` is valid, its known keys have the types of `Known`, so that editors show their
 * documentation. Otherwise the type is `O`, for which its constraint reports the error.
 */
export type DocumentedOptions<Known, O> = O extends Known ? Known & Omit<O, keyof Known> : O

/** The options whose values are words. */
type Worded = 'only' | 'except' | 'via' | 'on'

type Words<V, Allowed> = V extends readonly (infer E)[]
  ? string extends E
    ? V
    : Allowed | undefined
  : string extends V
    ? V
    : Allowed | undefined

/** The type of a default parameter. Its name can be any name that is neither equal nor similar to an option of any call. */
type Default<K extends string, Known extends string, Value> = K extends OptionName
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

/** The words in `B` that differ from `A` by one insertion, deletion, substitution or swap of neighbours. */
type SimilarWords<A extends string, B extends string> = B extends string
  ? IsNear<WithoutUnderscores<A>, Lowercase<B>> extends true
    ? B
    : never
  : never

/** In lower case and without underscores, because people from Rails write `path_names`. */
type WithoutUnderscores<A extends string> = A extends `${infer Before}_${infer After}`
  ? WithoutUnderscores<`${Before}${After}`>
  : Lowercase<A>

type IsNear<A extends string, B extends string> = A extends `${infer First}${infer Rest}`
  ? B extends `${infer Other}${infer Others}`
    ? First extends Other
      ? IsNear<Rest, Others>
      : Rest extends Others
        ? true
        : Rest extends B
          ? true
          : A extends Others
            ? true
            : IsSwap<Rest, Others, First, Other>
    : IsLast<Rest>
  : B extends `${string}${infer Others}`
    ? IsLast<Others>
    : true

type IsLast<Rest extends string> = Rest extends '' ? true : false

type IsSwap<
  A extends string,
  B extends string,
  First extends string,
  Other extends string,
> = A extends `${Other}${infer Rest}` ? (B extends `${First}${Rest}` ? true : false) : false
