import { isMap } from '../../plain.ts'
import type { Diagnostics, Place } from '../../diagnostics/collector.ts'
import { messageOf } from '../../diagnostics/catalog.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { isError, textFrom } from '../../describe.ts'
import type { Budget } from '../budget.ts'
import { callSiteOf } from './call-site.ts'
import type { CallSite } from '../../location.ts'
import type { Declaration, DslCall } from './declaration.ts'
import { failureOf } from './failure.ts'
import { snapshotList, snapshotMap } from './snapshot.ts'

/**
 * Blocks may be nested this deep. The limit stands well below the depth at which V8's default stack (984 KB)
 * ends, at about 600 bytes a level, and well above any table that was meant.
 */
const MAX_DEPTH = 1000

/** What a block is called with: the builder, and for a concern the options of its use. */
export type Block = (builder: object, options?: Options) => unknown

type Options = Readonly<Record<string, unknown>>

/** How the arguments of a method are told apart. */
interface ArgumentForm {
  /** A last argument that is a function is the method's block. */
  readonly block: boolean
  /** What a map as the only argument is: the options, or an argument of its own. */
  readonly loneMap: 'options' | 'argument'
  /** This many leading arguments are never options, whatever they are. */
  readonly fixed: number
}

const NO_OPTIONS: Options = Object.freeze({})

const names: ArgumentForm = { block: true, loneMap: 'options', fixed: 0 }
const blockOnly: ArgumentForm = { block: true, loneMap: 'options', fixed: 0 }
const map: ArgumentForm = { block: true, loneMap: 'argument', fixed: 1 }
const route: ArgumentForm = { block: false, loneMap: 'argument', fixed: 0 }
const definition: ArgumentForm = { block: false, loneMap: 'options', fixed: 1 }

const argumentForms: Readonly<Record<DslCall, ArgumentForm>> = {
  resources: names,
  resource: names,
  namespace: names,
  scope: names,
  controller: names,
  collection: blockOnly,
  member: blockOnly,
  new: blockOnly,
  nested: blockOnly,
  shallow: blockOnly,
  defaults: map,
  constraints: map,
  resourcesPathNames: map,
  match: route,
  get: route,
  post: route,
  put: route,
  patch: route,
  delete: route,
  options: route,
  connect: route,
  root: route,
  mount: definition,
  concern: { block: false, loneMap: 'options', fixed: 2 },
  resolve: definition,
  direct: definition,
  concerns: { block: false, loneMap: 'options', fixed: 0 },
  draw: { block: false, loneMap: 'options', fixed: 0 },
}

/**
 * Runs blocks and records the DSL calls they make. It decides nothing but where a call belongs:
 * to the innermost open block, whichever builder variable it was called on.
 */
export class Recorder {
  /** The one builder that every block of a compilation is given. */
  readonly builder: object
  readonly #diagnostics: Diagnostics
  readonly #placeOf: (site: CallSite | null) => Place
  readonly #budget: Budget
  /** The declarations of the open blocks, outermost first. */
  readonly #open: Declaration[][] = []
  /** Ends the blocks that declare too much, which has been reported. It passes through the code of the user. */
  readonly #limit = new Error('too-many-routes: the limit of declarations is reached.')
  /** What was last read from the builder and is not a method of the DSL. */
  #unknown: string | null = null

  constructor(diagnostics: Diagnostics, placeOf: (site: CallSite | null) => Place, budget: Budget) {
    this.#diagnostics = diagnostics
    this.#placeOf = placeOf
    this.#budget = budget
    this.builder = this.#makeBuilder()
  }

  /**
   * Runs a block and returns what it declared. What it throws becomes a diagnostic; earlier calls are kept.
   *
   * @param place where a problem is that has no place of its own; left out, the call that was given the block
   */
  record(
    block: Block,
    site: CallSite | null,
    options?: Options,
    place: Place = this.#placeOf(site),
  ): readonly Declaration[] {
    const declarations: Declaration[] = []
    if (this.#open.length >= MAX_DEPTH) {
      this.#reportTooDeep(place)
      return declarations
    }
    this.#open.push(declarations)
    try {
      const result = block(this.builder, options)
      if (isPromise(result)) {
        this.#diagnostics.report('async-block', 'a promise', place)
        result.then(undefined, () => {}) // Its rejection is not the news; that there is a promise is.
      } else if (isGenerator(result)) {
        this.#diagnostics.report('async-block', 'a generator', place)
      }
    } catch (error) {
      this.#reportFailure(error, place)
    } finally {
      this.#open.pop()
    }
    return declarations
  }

  #makeBuilder(): object {
    // Own methods are read as they are; only what the builder does not have gets as far as its prototype.
    const absent = new Proxy(Object.freeze(Object.create(null) as object), {
      get: (_target, key) => {
        if (typeof key === 'string') this.#unknown = key
      },
    })
    const builder = Object.create(absent) as Record<string, unknown>
    for (const call of Object.keys(argumentForms) as DslCall[]) {
      // Each method is a closure of its own, so that a destructured `const { resources } = r` works too.
      const method = (...args: unknown[]): void => this.#add(call, args, callSiteOf(method))
      builder[call] = method
    }
    return Object.freeze(builder)
  }

  #add(call: DslCall, args: unknown[], site: CallSite | null): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      const message = `outside-block: ${messageOf('outside-block', { call })}`
      // Whoever catches it tells it by its code: it passes through the code of the user.
      throw Object.assign(new Error(message), { code: 'outside-block', call })
    }
    if (!this.#budget.take(this.#placeOf(site))) throw this.#limit
    const given = this.#read(call, args, site)
    if (given === null) return
    const body = given.block === null ? [] : this.record(given.block, site)
    parent.push({ call, args: given.args, options: given.options, body, concernBody: [], site })
  }

  /** Tells arguments, options and block apart, and copies them. Null where reading them throws, which is reported. */
  #read(call: DslCall, args: readonly unknown[], site: CallSite | null) {
    const form = argumentForms[call]
    const rest = [...args]
    try {
      const isBlock = form.block && typeof rest.at(-1) === 'function' && !isLoneConstraint(call, rest)
      const block = isBlock ? (rest.pop() as Block) : null
      const loneMap = form.loneMap === 'argument' && rest.length === 1
      const hasOptions = !loneMap && rest.length > form.fixed && isMap(rest.at(-1))
      const options = hasOptions ? snapshotMap(rest.pop() as Options) : NO_OPTIONS
      return {
        args: rest.map((each) => (loneMap && isMap(each) ? snapshotMap(each) : snapshotList(each))),
        options,
        block,
      }
    } catch (error) {
      this.#diagnostics.reportThrown(call, error, this.#placeOf(site))
      return null
    }
  }

  #reportFailure(error: unknown, place: Place): void {
    if (error === this.#limit) return
    const message = textFrom(() => (isError(error) && error.name === 'RangeError' ? error.message : null))
    if (message !== null && /call stack/i.test(message)) return this.#reportTooDeep(place)
    const failure = failureOf(error)
    const inside = failure.sites.map((thrown) => this.#placeOf(thrown))
    const args = { thrown: failure.thrown, method: this.#missingMethod(failure.thrown) }
    this.#diagnostics.report('bad-block', args, () => {
      for (const each of inside) {
        const location = each()
        if (location !== null) return location
      }
      return place()
    })
  }

  /** The method, where the block failed because the DSL has none of its name. */
  #missingMethod(thrown: string): { readonly name: string; readonly guess: string | null } | null {
    const name = this.#unknown
    if (name === null || !thrown.endsWith(`${name} is not a function`)) return null
    return { name, guess: nearest(name, Object.keys(argumentForms)) }
  }

  #reportTooDeep(place: Place): void {
    this.#diagnostics.report('nesting-too-deep', { limit: MAX_DEPTH }, place)
  }
}

/** `constraints(fn)` without a block: the function is the constraint. */
function isLoneConstraint(call: DslCall, args: readonly unknown[]): boolean {
  return call === 'constraints' && args.length === 1
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

/** True for what a generator function returns, or an async one, of any realm. */
function isGenerator(value: unknown): boolean {
  return /^\[object (?:Async)?Generator\]$/.test(Object.prototype.toString.call(value))
}
