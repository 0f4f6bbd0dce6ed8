import { explainRequest, type Answer } from '../explain.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'
import { languageOf, type Bound, type Language } from '../recognition/language.ts'
import { mayServe } from '../recognition/verbs.ts'
import { implies } from '../conditions.ts'

/** The properties of a request other than its method and path. */
export interface SampleRequest {
  readonly host?: string
  readonly protocol?: string
  readonly port?: number
  readonly ip?: string
}

/** A route table, asked about the paths that its routes match. */
export class Table {
  readonly routes: readonly ManifestRoute[]
  readonly #manifest: Manifest
  readonly #languages = new Map<string, Language | null>()
  /** The routes by the first word of their paths; under null those that may begin with any. */
  readonly #byWord = new Map<string | null, number[]>()

  constructor(manifest: Manifest) {
    this.#manifest = manifest
    this.routes = manifest.routes
    this.routes.forEach((route, index) => {
      const word = firstWord(route)
      const indexes = this.#byWord.get(word)
      if (indexes === undefined) this.#byWord.set(word, [index])
      else indexes.push(index)
    })
  }

  /** Returns the indices of the routes with paths that may begin with a word, in order. */
  beginningWith(word: string | null): readonly number[] {
    if (word === null) return [...this.routes.keys()]
    const [withWord, withoutWord] = [this.#byWord.get(word) ?? [], this.#byWord.get(null) ?? []]
    return withoutWord.length === 0 ? withWord : [...withWord, ...withoutWord].sort((a, b) => a - b)
  }

  language(index: number, bound: Bound): Language | null {
    const key = `${bound} ${index}`
    let language = this.#languages.get(key)
    if (language === undefined) this.#languages.set(key, (language = languageOf(this.routes[index]!, bound)))
    return language
  }

  /** Returns the languages of the routes that would handle the requests of a route if they matched its path. */
  answering(route: ManifestRoute, method: string, bound: Bound, isWanted: (index: number) => boolean): Language[] {
    return this.beginningWith(firstWord(route)).flatMap((index) => {
      const candidate = this.routes[index]!
      if (!isWanted(index) || !mayServe(candidate.verbs, method) || !mayMeet(route, candidate)) return []
      if (!implies(route.conditions, candidate.conditions)) return []
      if (
        !candidate.constraints.every((constraint) =>
          route.constraints.some((routeConstraint) => JSON.stringify(routeConstraint) === JSON.stringify(constraint)),
        )
      )
        return []
      // A callable may decline. But if it is also the endpoint of the route, the request still reaches that endpoint.
      if (
        candidate.endpoint?.kind === 'callable' &&
        JSON.stringify(candidate.endpoint) !== JSON.stringify(route.endpoint)
      )
        return []
      return this.language(index, bound) ?? []
    })
  }

  /**
   * Returns the routes that match a request, as in `Explanation`. Only routes that could match are tested.
   *
   * @param path canonical
   * @param target the path with the query, if there is a query
   */
  answers(method: string, path: string, request: SampleRequest, target = path): readonly Answer[] {
    const { indexes, manifest } = this.#near(path)
    const { answers: matches } = explainRequest(manifest, method, target, request)
    return matches.map((match) => ({ ...match, index: indexes[match.index]! }))
  }

  /** False if no route matches the method and path, for any other properties of the request. */
  mayAnswer(method: string, path: string): boolean {
    const { answers: matches, misses } = explainRequest(this.#near(path).manifest, method, path)
    return matches.length > 0 || misses.some(({ miss }) => miss.reason === 'condition')
  }

  #near(path: string): { indexes: readonly number[]; manifest: Manifest } {
    const word = /^\/[^/.]*/.exec(path)![0]
    const indexes = this.beginningWith(word).filter((index) => path.startsWith(literalStart(this.routes[index]!)))
    return { indexes, manifest: { ...this.#manifest, routes: indexes.map((index) => this.routes[index]!) } }
  }
}

/** False only if the two routes match no common path. */
export function mayMeet(a: ManifestRoute, b: ManifestRoute): boolean {
  const [leftStart, rightStart] = [literalStart(a), literalStart(b)]
  return servesAny(a.verbs, b.verbs) && (leftStart.startsWith(rightStart) || rightStart.startsWith(leftStart))
}

function literalStart({ segments: [firstSegment] }: ManifestRoute): string {
  return firstSegment?.kind === 'static' ? firstSegment.text : ''
}

/**
 * Returns the first slash and the word after it, up to the next slash or dot, if all paths of a route begin with it.
 * Otherwise returns null.
 */
export function firstWord({ segments: [firstSegment, ...otherSegments], anchored }: ManifestRoute): string | null {
  const text = firstSegment?.kind === 'static' ? firstSegment.text : ''
  const [word] = /^\/[^/.]*/.exec(text) ?? []
  if (word === undefined) return null
  if (word.length < text.length) return word
  // The word ends at the end of the pattern, or before a slash or a dot, which may be inside any number of groups.
  for (const segment of otherSegments) {
    const next = segment.kind === 'optional' ? segment.segments[0] : segment
    if (next?.kind !== 'static' || !/^[/.]/.test(next.text)) return null
    if (segment.kind === 'static') return word
  }
  return anchored ? word : null
}

function servesAny(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || [...a, ...b].some((verb) => mayServe(a, verb) && mayServe(b, verb))
}
