// Guesses the DSL calls that declare the routes of a table, and verifies each guess.
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { mergeCalls, type Call } from './call.ts'
import { withoutFormat, type Imported } from './single-call.ts'
import { guessActions } from './action-guesses.ts'
import { guessResources, type Candidate, type Context } from './resource-guesses.ts'
import { runsBefore, type ResourceRun } from './resource-run.ts'
import { keyOfImported, keyOfRoute, routesOfCalls } from './table.ts'

/**
 * Finds calls with `resources`, `namespace` and nesting that declare routes, in the order of a table.
 *
 * Every suggestion is verified: the call is evaluated, and the routes that it declares are compared with those of the table.
 * A resource's block precedes its own routes, so the table is read from its end.
 *
 * @param onAttempt called before each evaluation of a suggestion
 */
export function recover(imported: readonly Imported[], onAttempt: () => void): readonly Call[] {
  const calls = new Recovery(imported, onAttempt).findCalls(0, imported.length, ROOT)
  // Outside all resources, each route can be declared by a call of its own.
  return mergeCalls(calls as readonly Call[])
}

const ROOT: Context = { wrap: (calls) => calls, path: '', module: '', resource: null, constraint: null }

class Recovery {
  readonly #imported: readonly Imported[]
  readonly #routes: readonly ManifestRoute[]
  readonly #keys: readonly string[]
  /** By name, the index of the first route that has it. */
  readonly #firstIndexes = new Map<string, number>()
  readonly #onAttempt: () => void

  constructor(imported: readonly Imported[], onAttempt: () => void) {
    this.#imported = imported
    this.#onAttempt = onAttempt
    this.#routes = imported.map(({ route }) => route)
    this.#keys = imported.map(keyOfImported)
    this.#routes.forEach(({ name }, index) => {
      if (name !== null && !this.#firstIndexes.has(name)) this.#firstIndexes.set(name, index)
    })
  }

  /**
   * Returns the calls that declare the routes from `start` to `end` in a context. If there are none, returns the index of
   * the first route from the end that cannot be declared there.
   */
  findCalls(start: number, end: number, context: Context): readonly Call[] | number {
    const calls: Call[] = []
    let callEnd = end
    while (callEnd > start) {
      const call = this.#resource(start, callEnd, context) ?? this.#single(callEnd - 1, context)
      if (call === null) return callEnd - 1
      calls.unshift(call)
      callEnd -= call.routes
    }
    return calls
  }

  #single(index: number, context: Context): Call | null {
    return context.resource === null ? this.#imported[index]!.single : this.#action(index, context)
  }

  /** Returns a resource with its block whose last route is before `end`; null if there is none. */
  #resource(start: number, end: number, context: Context): Call | null {
    const longest = runsBefore(this.#routes, start, end)[0]?.start ?? end
    // A shorter run may be valid if a longer one is not.
    for (let runStart = longest; runStart < end; runStart += 1) {
      for (const run of runsBefore(this.#routes, runStart, end)) {
        if (run.start !== runStart || !isInside(run.base, context)) continue
        for (const candidate of guessResources(run, this.#imported, context)) {
          const call = candidate.wrap([candidate.call])[0]!
          if (!this.#declares(context.wrap([call]), runStart, end)) continue
          const nested = this.#withBlock(run, candidate, start, context)
          if (nested !== null) return nested
          if (!candidate.isForced) return { ...call, routes: end - runStart }
        }
      }
    }
    return null
  }

  /** Adds the preceding routes that belong into the block of the resource; null if there are none. */
  #withBlock(run: ResourceRun, candidate: Candidate, start: number, context: Context): Call | null {
    let blockStart = run.start
    while (blockStart > start && isBelow(withoutFormat(this.#routes[blockStart - 1]!.pattern), run)) blockStart -= 1
    while (blockStart < run.start) {
      const block = this.findCalls(
        blockStart,
        run.start,
        contextInside(run, candidate, context, this.#imported[run.start]!),
      )
      if (typeof block === 'number') {
        blockStart = block + 1
        continue
      }
      const call = candidate.wrap([{ ...candidate.call, block: mergeCalls(block), routes: run.end - blockStart }])[0]!
      if (this.#declares(context.wrap([call]), blockStart, run.end)) return { ...call, routes: run.end - blockStart }
      blockStart += 1
    }
    return null
  }

  /** Returns a call for a route in the block of a resource, which is none of the resource's actions; null if there is none. */
  #action(index: number, context: Context): Call | null {
    const calls = guessActions(this.#imported[index]!, context)
    return calls.find((call) => this.#declares(context.wrap([call]), index, index + 1)) ?? null
  }

  /** True if calls declare the routes from `start` to `end`, and no other routes. */
  #declares(calls: readonly Call[], start: number, end: number): boolean {
    this.#onAttempt()
    const routes = routesOfCalls(calls)
    if (routes === null || routes.length !== end - start) return false
    return routes.every((route, offset) => {
      const index = start + offset
      const key = this.#keys[index]!
      if (keyOfRoute(route) === key) return true
      // Rails omits a name that an earlier route has. The evaluated calls have no earlier routes.
      const isTaken = route.name !== null && (this.#firstIndexes.get(route.name) ?? index) < start
      return this.#routes[index]!.name === null && isTaken && keyOfRoute({ ...route, name: null }) === key
    })
  }
}

function isInside(base: string, context: Context): boolean {
  return context.path === '' || base.startsWith(`${context.path}/`)
}

/** True if a path can be declared in the block of a resource. */
function isBelow(path: string, { base, member }: ResourceRun): boolean {
  return path.startsWith(`${base}/`) || (member !== null && path.startsWith(`${member}/`))
}

/** Returns the context in the block of a resource. */
function contextInside(run: ResourceRun, candidate: Candidate, context: Context, firstRoute: Imported): Context {
  const { call, nestedParam, nestedBase } = candidate
  const bare: Call = { ...call, options: { ...call.options, only: [] } }
  delete (bare.options as Record<string, unknown>)['except']
  return {
    wrap: (calls) => context.wrap(candidate.wrap([{ ...bare, block: calls }])),
    path: nestedParam === null ? run.base : `${nestedBase}/:${nestedParam}`,
    module: candidate.module,
    resource: { base: run.base, member: run.member ?? `${run.base}/:id`, controller: firstRoute.route.controller! },
    constraint: candidate.constraint,
  }
}
