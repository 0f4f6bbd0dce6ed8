import type { OptionName } from './option-table.ts'

/**
 * The options of a call, `O`, against those that it knows. `O` is inferred from what is written, and must be what this
 * makes of it: where it is not, TypeScript says so at the key. It stands as its own constraint,
 * `<const O extends Given<Known, O>>`, and nothing else infers or checks it.
 *
 * - A known option has its type. Where that is one of some words, any `string` will do, because it may come from a
 *   constant that TypeScript has widened; the compiler looks at the word.
 * - Any other key whose value is a regular expression is a requirement on the param of that name.
 * - Any other that is a text, a number or a boolean is a default parameter, unless it is a slip of an option's name.
 */
export type Given<Known, O> = object &
  Hints<Known> & {
    readonly [K in keyof O]: K extends keyof Known
      ? K extends Worded
        ? Words<O[K], Known[K]>
        : Known[K] | undefined
      : O[K] extends RegExp | undefined
        ? RegExp | undefined
        : O[K] extends string | number | boolean | undefined
          ? Default<K & string, keyof Known & string, O[K]>
          : Slip<K & string, keyof Known & string>
  }

/** Editors offer the known options. */
type Hints<Known> = { readonly [K in keyof Known]?: unknown }

/**
 * The options `O` as an argument. Where they are right, their known keys are those of `Known`, so that editors show the
 * documentation of that; else they are `O`, which its constraint has made of them.
 */
export type Shown<Known, O> = O extends Known ? Known & Omit<O, keyof Known> : O

/** Options whose values are words. */
type Worded = 'only' | 'except' | 'via' | 'on'

type Words<V, Allowed> = V extends readonly (infer E)[]
  ? string extends E
    ? V
    : Allowed | undefined
  : string extends V
    ? V
    : Allowed | undefined

/** A default parameter may have any name but that of an option of any call, or one that is near to one. */
type Default<K extends string, Known extends string, Value> = K extends OptionName
  ? Slip<K, Known>
  : [Near<K, OptionName>] extends [never]
    ? Value
    : Slip<K, Known>

/** What TypeScript says of a key that is not an option and no requirement: the type that the value would have to have. */
type Slip<K extends string, Known extends string> = K extends OptionName
  ? `\`${K}\` is not an option of this method`
  : [Near<K, Known>] extends [never]
    ? `\`${K}\` is not an option: for a default parameter use \`defaults\`, for a requirement a RegExp`
    : `\`${K}\` is not an option: did you mean \`${Near<K, Known>}\`?`

/** Those of the words `B` that are one insertion, deletion, substitution or swap of neighbours away from `A`. */
type Near<A extends string, B extends string> = B extends string
  ? IsNear<Plain<A>, Lowercase<B>> extends true
    ? B
    : never
  : never

/** In lower case and without underscores: who comes from Rails writes `path_names`. */
type Plain<A extends string> = A extends `${infer Before}_${infer After}` ? Plain<`${Before}${After}`> : Lowercase<A>

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
