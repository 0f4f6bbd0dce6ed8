/**
 * Records the calls that a block makes on the builder, before anything is known about routes:
 *
 *     r.resources('photos', { only: 'index' }, () => r.get('search'))
 *       -> { call: 'resources', args: ['photos'], options: { only: 'index' }, body: [{ call: 'get', args: ['search'], … }], … }
 */
import { handleIfPromise } from '@turnout/runtime'
import { isMap, type Options } from '../../dsl-values.ts'
import { isError, textFrom } from '../../diagnostics/describe.ts'
import { messageOf } from '../../diagnostics/catalog.ts'
import { chainedMethod } from '../../diagnostics/catalog/evaluate.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import type { Diagnostics, Locator } from '../../diagnostics/collector.ts'
import type { Budget } from '../budget.ts'
import { callSiteOf, failureOf } from './call-site.ts'
import { findBadArgument } from './check-arguments.ts'
import type { Declaration } from './declaration.ts'
import { METHODS, type DslCall } from './methods.ts'

/**
 * The maximum nesting of blocks. It is well below the depth at which V8's default stack (984 KB) overflows, at about
 * 600 bytes a level, and well above the depth of any intended table.
 */
const MAX_DEPTH = 1000

/** A block receives the builder and, for a concern, the options of its use. */
export type Block = (builder: object, options?: Options) => unknown

const NO_OPTIONS: Options = Object.freeze({})

/**
 * Runs blocks and records the DSL calls they make. Its only decision is the parent of a call: the innermost open block,
 * whichever builder variable the call used.
 */
export class Recorder {
  /** The builder that all blocks of a compilation receive. */
  readonly builder: object
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #budget: Budget
  /** The declarations of the open blocks, outermost first. */
  readonly #open: Declaration[][] = []
  /** Thrown to end blocks that declare too much, after a report. It passes through the code of the user. */
  readonly #limit = new Error('too-many-routes: the limit of declarations is reached.')
  /** The last property read from the builder that is not a method of the DSL. */
  #unknown: string | null = null

  constructor(diagnostics: Diagnostics, locatorOf: (site: CallSite | null) => Locator, budget: Budget) {
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#budget = budget
    this.builder = this.#makeBuilder()
  }

  /**
   * Runs a block and returns its declarations. An error that it throws becomes a diagnostic; earlier calls are kept.
   *
   * @param locator the place for problems without a place of their own. Defaults to the call that received the block.
   */
  record(
    block: Block,
    site: CallSite | null,
    options?: Options,
    locator: Locator = this.#locatorOf(site),
  ): readonly Declaration[] {
    const declarations: Declaration[] = []
    if (this.#open.length >= MAX_DEPTH) {
      this.#reportTooDeep(locator)
      return declarations
    }
    this.#open.push(declarations)
    try {
      const result = block(this.builder, options)
      // The promise itself is the mistake, so `handleIfPromise` also marks a rejection as handled.
      if (handleIfPromise(result)) {
        this.#diagnostics.report('async-block', 'a promise', locator)
      } else if (isGenerator(result)) {
        this.#diagnostics.report('async-block', 'a generator', locator)
      } else if (declarations.length === 0 && isTable(result)) {
        this.#diagnostics.report('returned-routes', null, locator)
      }
    } catch (error) {
      const thrown = this.#reportFailure(error, locator)
      // The failed call was on the result of the last declaration. Both are one mistake, so the declaration is dropped.
      if (thrown !== null && chainedMethod(thrown) !== null) declarations.pop()
    } finally {
      this.#open.pop()
    }
    return declarations
  }

  #makeBuilder(): object {
    // Reads of DSL methods find own properties. Only reads of unknown properties reach the prototype.
    const absent = new Proxy(Object.freeze(Object.create(null) as object), {
      get: (_target, key) => {
        if (typeof key === 'string') this.#unknown = key
      },
    })
    const builder = Object.create(absent) as Record<string, unknown>
    for (const call of Object.keys(METHODS) as DslCall[]) {
      // Each method is a separate closure, so that a destructured `const { resources } = r` works too.
      const method = (...args: unknown[]): void => this.#add(call, args, callSiteOf(method))
      builder[call] = method
    }
    return Object.freeze(builder)
  }

  #add(call: DslCall, args: unknown[], site: CallSite | null): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      const message = `outside-block: ${messageOf('outside-block', { call })}`
      // The error passes through the code of the user, so the code that catches it identifies it by `code`.
      throw Object.assign(new Error(message), { code: 'outside-block', call })
    }
    if (!this.#budget.take(this.#locatorOf(site))) throw this.#limit
    const parsed = this.#parseArguments(call, args, site)
    if (parsed === null) return
    const { badArgument } = parsed
    if (badArgument !== null) return this.#diagnostics.report('bad-argument', badArgument, this.#locatorOf(site))
    const body = parsed.block === null ? [] : this.record(parsed.block, site)
    parent.push({ call, args: parsed.args, options: parsed.options, body, concernBody: [], site })
  }

  /** Separates and copies arguments, options and block. If reading them throws, reports the error and returns null. */
  #parseArguments(call: DslCall, args: readonly unknown[], site: CallSite | null) {
    const form = METHODS[call]
    const rest = [...args]
    try {
      const isBlock = form.block && typeof rest.at(-1) === 'function' && !isLoneConstraint(call, rest)
      const block = isBlock ? (rest.pop() as Block) : null
      const loneMap = form.loneMap === 'argument' && rest.length === 1
      const hasOptions = !loneMap && rest.length > form.fixed && isMap(rest.at(-1))
      const options = hasOptions ? snapshotMap(rest.pop() as Options) : NO_OPTIONS
      const copies = rest.map((value) => (loneMap && isMap(value) ? snapshotMap(value) : snapshotList(value)))
      return { args: copies, options, block, badArgument: findBadArgument(call, copies) }
    } catch (error) {
      this.#diagnostics.reportThrown(call, error, this.#locatorOf(site))
      return null
    }
  }

  /** Returns a description of the error; null if it is about a limit of the compiler. */
  #reportFailure(error: unknown, locator: Locator): string | null {
    if (error === this.#limit) return null
    const message = textFrom(() => (isError(error) && error.name === 'RangeError' ? error.message : null))
    if (message !== null && /call stack/i.test(message)) {
      this.#reportTooDeep(locator)
      return null
    }
    const failure = failureOf(error)
    const locators = failure.sites.map((thrown) => this.#locatorOf(thrown))
    const args = { thrown: failure.thrown, method: this.#missingMethod(failure.thrown) }
    this.#diagnostics.report('bad-block', args, () => {
      for (const locate of locators) {
        const location = locate()
        if (location !== null) return location
      }
      return locator()
    })
    return failure.thrown
  }

  /** Returns the method name if the block failed because the DSL has no method of that name; otherwise null. */
  #missingMethod(thrown: string): { readonly name: string; readonly suggestion: string | null } | null {
    const name = this.#unknown
    if (name === null || !thrown.endsWith(`${name} is not a function`)) return null
    return { name, suggestion: nearest(name, Object.keys(METHODS)) }
  }

  #reportTooDeep(locator: Locator): void {
    this.#diagnostics.report('nesting-too-deep', { limit: MAX_DEPTH }, locator)
  }
}

/** True for `constraints(fn)`: the function is the constraint, and the call has no block. */
function isLoneConstraint(call: DslCall, args: readonly unknown[]): boolean {
  return call === 'constraints' && args.length === 1
}

/**
 * True for an object with entries, or a list that contains such an object or a string: routes or actions as other routers
 * declare them. The list `ids.map((id) => r.get(id))` contains nothing.
 */
function isTable(value: unknown): boolean {
  const isEntry = (entry: unknown) => isMap(entry) && Object.keys(entry).length > 0
  return Array.isArray(value) ? value.some((entry) => typeof entry === 'string' || isEntry(entry)) : isEntry(value)
}

/** True for the result of a generator function or an async generator function of any realm. */
function isGenerator(value: unknown): boolean {
  return /^\[object (?:Async)?Generator\]$/.test(Object.prototype.toString.call(value))
}

/** Options with a map as their value that is read in the same way as the options themselves. */
const MAPS: ReadonlySet<string> = new Set(['constraints', 'defaults', 'pathNames'])

/**
 * Copies a map of options, with its lists and its maps of further options. So no later phase runs a getter or the trap of a
 * proxy in it, and later changes to the map do not change this call, as in Rails. Other values are kept, because functions
 * and apps are identified by reference. A map with the method `matches` is also kept, because it is a constraint that a
 * module exports.
 *
 * @throws the errors of reading the values
 */
export function snapshotMap(map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof map['matches'] === 'function') return map
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(map)) {
    const value = map[key]
    const snapshot = MAPS.has(key) && isMap(value) ? snapshotMap(value) : snapshotList(value)
    // Assigning `__proto__` would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: snapshot, enumerable: true })
    else copy[key] = snapshot
  }
  return copy
}

/** Copies a list and its nested lists. Keeps other values. @throws the errors of reading the items */
export function snapshotList(value: unknown): unknown {
  return Array.isArray(value) ? value.map(snapshotList) : value
}
