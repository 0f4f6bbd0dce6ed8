// Finds the routes whose pattern matches a path: `/photos/7` -> route 3 with `id: 7`, route 9 with `path: photos/7`. It creates the
// runtime's matcher from a list of routes, without writing a module, because the inspector's page must not evaluate code.
import {
  automaton,
  ENTRY_SIZE,
  routeFunctions,
  withScanners,
  openTable,
  programs,
  requirementTest,
  segment,
  spans,
  fullLiteralKey,
  tokensTest,
  type Candidates,
  type RunProgram,
  type Span,
} from '@turnout/runtime'
import { addToList, getOrCreate } from '../collections.ts'
import type { TaggedAutomaton } from '../patterns/automata/tagged-automaton.ts'
import { scannerOf } from '../patterns/automata/scanner-code.ts'
import { oncePerRequirement } from '../patterns/once-per-requirement.ts'
import type { Variant } from '../patterns/routes/plan.ts'
import { REST_NAME } from '../patterns/routes/plan-programs.ts'
import { planRoute } from '../patterns/routes/plan-route.ts'
import { pathKeyOf, type RoutePattern } from '../patterns/routes/route-pattern.ts'
import { satisfies, stringTestOf } from '../patterns/automata/linear.ts'
import { automatonCode } from './automaton-code.ts'
import { encodeTable, type TableEntry } from './encode-table.ts'
import { FORMATS, TableSteps, type ProgramFactory } from './table-steps.ts'

/** A path that the pattern and the requirements of a route match. */
export interface PathMatch {
  /** The values of the params by name, not decoded. Missing optional params are omitted. */
  readonly captures: ReadonlyMap<string, string>
  /** The index in the path at which the match ends; less than its length only for an unanchored route. */
  readonly end: number
}

/** The matches of a path by the indexes of their routes, in the order of the routes. */
export type PathMatches = ReadonlyMap<number, PathMatch>

/** The routes of a table by their paths. Verbs, conditions and constraints are ignored. */
export interface PathTable {
  /** Returns the routes that match a canonical path. */
  readonly find: (path: string) => PathMatches
}

const tables = new WeakMap<readonly RoutePattern[], PathTable>()

/** Returns the table of a list of routes. It is created once for each list, because manifests never change. */
export function pathTableOf(routes: readonly RoutePattern[]): PathTable {
  return getOrCreate(tables, routes, () => createTable(routes))
}

/**
 * Creates the table. All its entries have the verb 0, which represents all verbs. Routes with the same paths share entries.
 */
function createTable(routes: readonly RoutePattern[]): PathTable {
  const steps = new TableSteps<RunProgram | Span>(PROGRAM_FACTORY)
  const sources: EntrySource[] = []
  // The variants of a route share their tokens, and a test remembers its last result.
  const tokenTests = new Map<TaggedAutomaton, ReturnType<typeof tokensTest>>()
  const testsByEntry: { tests: ReturnType<typeof requirementTest>[] }[] = []
  const entries = [...groupByPath(routes).values()].flatMap((indexes) =>
    planRoute(routes[indexes[0]!]!).map((variant, variantIndex): TableEntry => {
      sources.push({ routes: indexes, variant, names: captureNamesOf(variant) })
      const tests = variant.checks.map(({ capture, requirement: expected }) =>
        requirementTest(capture, { test: (text) => satisfies(text, expected) }),
      )
      if (variant.tokens)
        tests.push(getOrCreate(tokenTests, variant.tokens, () => tokensTest(automatonOf(variant.tokens!))))
      return {
        steps: steps.of(variant),
        verb: 0,
        format: FORMATS[variant.format],
        functionsNumber: tests.length > 0 ? testsByEntry.push({ tests }) - 1 : null,
        // The variants of a path belong to one route of the table, so that the search prefers the right one.
        route: variantIndex === 0 ? NO_LABELS : null,
      }
    }),
  )
  const { words, table, needsFullKey } = encodeTable(entries)
  const programList = steps.programs.items as RunProgram[]
  const spanList = steps.spans.items as Span[]
  const [, , , , search, captures] = openTable(
    '',
    words,
    table,
    [],
    routeFunctions(testsByEntry),
    programs(programList, spans(spanList)),
    needsFullKey ? fullLiteralKey : undefined,
  )
  return {
    find(path) {
      const candidates: Candidates = []
      search(path, 0, captures, undefined, path, candidates)
      const matches: [route: number, match: PathMatch][] = []
      let previous: EntrySource['routes'] | undefined
      // The entry of the first variant is the greatest. If several variants of a path match, the first one wins.
      for (const [entry, positions] of candidates.sort(([a], [b]) => b - a)) {
        const source = sources[sources.length - entry / ENTRY_SIZE]!
        if (source.routes === previous) continue
        previous = source.routes
        const match = matchOf(source, path, positions)
        for (const route of source.routes) matches.push([route, match])
      }
      return new Map(matches.sort(([a], [b]) => a - b))
    },
  }
}

/**
 * Groups the indexes of routes that match the same paths, because most paths of a resource have several verbs. Routes with
 * the same key have the same plan.
 */
function groupByPath(routes: readonly RoutePattern[]): ReadonlyMap<string, readonly number[]> {
  const indexesByPath = new Map<string, number[]>()
  for (const [index, route] of routes.entries()) addToList(indexesByPath, pathKeyOf(route), index)
  return indexesByPath
}

/** The routes and the variant from which an entry was made, and the names of the entry's captures. */
interface EntrySource {
  readonly routes: readonly number[]
  readonly variant: Variant
  readonly names: readonly string[]
}

const NO_LABELS = { controller: null, action: null, name: null }

const PROGRAM_FACTORY: ProgramFactory<RunProgram | Span> = {
  automaton: automatonOf,
  segment: oncePerRequirement((expected) => segment(stringTestOf(expected))),
  span(expected, shortest) {
    if (expected === null) return shortest ? SHORTEST : LONGEST
    return shortest ? shortestOf(expected) : longestOf(expected)
  },
}

// One object for each requirement: `NumberedList` compares by identity, and variants with equal spans share their nodes.
const LONGEST: Span = [0]
const SHORTEST: Span = [0, 1]
const longestOf = oncePerRequirement((expected): Span => [scannerOf(expected)])
const shortestOf = oncePerRequirement((expected): Span => [scannerOf(expected), 1])

function automatonOf(tagged: TaggedAutomaton): RunProgram {
  const { sets, code } = automatonCode(tagged)
  const take =
    tagged.scannedRequirements.length > 0 ? withScanners(tagged.scannedRequirements.map(scannerOf)) : undefined
  return automaton(sets, code, tagged.start, take)
}

function captureNamesOf({ steps }: Variant): string[] {
  return steps.flatMap((step) => (step.kind === 'literal' ? [] : 'name' in step ? step.name : step.names))
}

function matchOf({ variant, names }: EntrySource, path: string, positions: Int32Array): PathMatch {
  const captures = new Map(Object.entries(variant.constants ?? {}))
  let end = path.length
  for (const [index, name] of names.entries()) {
    const start = positions[2 * index]!
    // The remainder begins where the match ends.
    if (name === REST_NAME) end = start
    else if (start >= 0) captures.set(name, path.slice(start, positions[2 * index + 1]))
  }
  const formatStart = positions.at(-1)!
  if (formatStart > 0) captures.set('format', path.slice(formatStart))
  return { captures, end }
}
