import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A value of a case: JSON, or one of the tagged maps `{ sym }`, `{ re, flags }`, `{ redirect, status }`, `{ fn }`. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

/** One DSL call. */
export interface Node {
  readonly call: string
  readonly args?: readonly Value[]
  readonly opts?: Readonly<Record<string, Value>>
  readonly block?: readonly Node[]
  /** `match_map`: the verb whose shorthand was called. */
  readonly verb?: string
  /** `match_map`: the target of the path key. */
  readonly to?: Value
  /** `resolve`: what the block answered. */
  readonly returns?: Value
}

export interface ExpectedRoute {
  readonly name: string | null
  /** `GET`, several as `GET|POST`, empty for any. */
  readonly verb: string
  readonly path: string
  readonly controller: string | null
  readonly action: string | null
  readonly defaults?: Readonly<Record<string, Value>>
  readonly requirements?: Readonly<Record<string, Value>>
  readonly literal_requirements?: Readonly<Record<string, Value>>
  readonly conditions?: Readonly<Record<string, Value>>
  readonly anchored?: boolean
  readonly app?: Value
}

export type Recognized =
  | null
  | { readonly route: number; readonly params: Readonly<Record<string, Value>> }
  | { readonly error: string }

/** The attributes of `match`; without a host, `example.org`. */
export type Request = readonly [
  method: string,
  path: string,
  host?: string | null,
  attributes?: { readonly protocol?: string; readonly port?: number; readonly ip?: string; readonly headers?: Headers },
]
type Headers = Readonly<Record<string, string>>

export interface HelperCall {
  readonly name: string
  readonly args: readonly Value[]
  readonly opts: Readonly<Record<string, Value>>
  readonly url?: boolean
}

/** One route file in neutral form, and what Rails made of it: 8.1.3.1 in `rails-8.1`, both in `rails-both`, else 7.2.3.2. */
export interface Case {
  readonly id: string
  /** The version that answered. */
  readonly rails: '8.1' | '7.2'
  readonly tree: readonly Node[]
  readonly api_only?: boolean
  readonly path_names?: Readonly<Record<string, string>>
  readonly requests?: readonly Request[]
  readonly generate?: readonly HelperCall[]
  readonly expect: {
    readonly error?: { readonly code: string; readonly rails: string }
    readonly routes?: readonly ExpectedRoute[]
    readonly recognized?: readonly Recognized[]
    readonly generated?: readonly (string | { readonly error: string })[]
  }
}

export const CORPORA = [
  'rails-suite',
  'generated-core',
  'generated-full',
  'applications',
  'applications-2',
  'applications-3',
  'rails-8.1',
  'rails-both',
] as const

export type CorpusName = (typeof CORPORA)[number]

/** Requests of each corpus, so that a lost line is noticed. Together: 69,082. */
export const REQUEST_COUNTS: Readonly<Record<CorpusName, number>> = {
  'rails-suite': 6774,
  'generated-core': 11_996,
  'generated-full': 17_154,
  applications: 962,
  'applications-2': 7395,
  'applications-3': 2140,
  'rails-8.1': 7905,
  'rails-both': 14_756,
}

const corpora = new Map<CorpusName, readonly Case[]>()

/** The cases of one corpus. */
export function readCorpus(name: CorpusName): readonly Case[] {
  const cases = corpora.get(name) ?? read(name)
  corpora.set(name, cases)
  return cases
}

function read(name: CorpusName): Case[] {
  const file = new URL(`data/${name}.jsonl.gz`, import.meta.url)
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
  const versions = name === 'rails-both' ? (['7.2', '8.1'] as const) : ([name === 'rails-8.1' ? '8.1' : '7.2'] as const)
  return lines.flatMap((line) => versions.map((rails) => ({ ...(JSON.parse(line) as Omit<Case, 'rails'>), rails })))
}
