// Runs the blocks of the route files, and inserts the declarations of drawn files and concerns.
import { nearest } from '../../diagnostics/nearest.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import type { Diagnostics, Locator } from '../../diagnostics/collector.ts'
import { textOf, type Options } from '../../dsl-values.ts'
import { Budget } from '../budget.ts'
import { Recorder, type Block } from './builder.ts'
import type { Declaration } from './declaration.ts'

/** A route file: a module whose default export is a block of declarations. */
export interface RouteFile {
  /** Relative to the project root, with forward slashes. Names the file in diagnostics and identifies cycles. */
  readonly file: string
  /** The module's default export. */
  readonly block: unknown
  /** The place of the default export. Defaults to the first line. */
  readonly blockAt?: () => { readonly line: number; readonly column: number }
}

/** The route file of a `draw` call, or the folders that were searched without success. */
export type DrawResult = RouteFile | Missing

/** The result of `draw` if no file has the name. */
export interface Missing {
  /** The folders that were searched. */
  readonly searched: readonly string[]
  /** The names of the files in these folders, for "did you mean". */
  readonly known?: readonly string[]
}

/** The maximum depth of concerns that use concerns with changing options. Deeper nesting counts as a loop. */
const MAX_CONCERN_DEPTH = 100

/** A use of a concern. */
interface Use {
  readonly name: string
  readonly concern: unknown
  readonly options: Options
}

/** The route files and concerns that a declaration is in. */
interface Origin {
  /** The concerns being used, outermost first. */
  readonly uses: readonly Use[]
  /** The route files being drawn, outermost first. */
  readonly files: readonly string[]
}

/** A list of declarations that is being evaluated. */
interface OpenList {
  readonly input: readonly Declaration[]
  readonly output: Declaration[]
  /** The index of the next declaration of the input. */
  next: number
  readonly origin: Origin
  /** Called with the output, when it is complete. */
  readonly onComplete: (output: readonly Declaration[]) => void
}

/**
 * Runs the route files and returns their declarations in order. The declarations of each drawn file and each used concern
 * are inserted in place of the call. Rails inserts them during the call. Here a separate walk does, because drawn files
 * are loaded asynchronously while blocks are synchronous.
 *
 *     concern('tagged', …); resources('photos', { concerns: 'tagged' })
 *       -> resources('photos', …), with the calls of the concern as its `concernBody`
 *     draw('admin')
 *       -> draw('admin'), with the calls of routes/admin.ts as its `body`
 *
 * The walk is a generator, so that it serves asynchronous and synchronous callers: it yields the name of each drawn file
 * and receives the file.
 */
export function evaluate(
  entry: RouteFile,
  diagnostics: Diagnostics,
  locatorOf: (site: CallSite | null) => Locator,
): Generator<string, readonly Declaration[], DrawResult> {
  return new Evaluation(diagnostics, locatorOf).run(entry)
}

class Evaluation {
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #budget: Budget
  readonly #recorder: Recorder
  readonly #concerns = new Map<string, unknown>()
  /** The call sites of concerns that are not used yet. */
  readonly #unusedConcerns = new Map<string, CallSite | null>()
  /** The walk's own stack, innermost list last: its depth is bounded by memory, not by V8's stack. */
  readonly #openLists: OpenList[] = []

  constructor(diagnostics: Diagnostics, locatorOf: (site: CallSite | null) => Locator) {
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#budget = new Budget(diagnostics, 'declarations')
    this.#recorder = new Recorder(diagnostics, locatorOf, this.#budget)
  }

  *run(entry: RouteFile): Generator<string, readonly Declaration[], DrawResult> {
    let result: readonly Declaration[] = []
    this.#open(this.#runFile(entry, null), { uses: [], files: [entry.file] }, (output) => (result = output))
    for (let list = this.#openLists.at(-1); list !== undefined; list = this.#openLists.at(-1)) {
      // A spent budget is an error, so there will be no table, and the declarations so far are useless.
      if (this.#budget.isSpent) return []
      const declaration = list.input[list.next]
      if (declaration === undefined) {
        this.#openLists.pop()
        list.onComplete(list.output)
        continue
      }
      list.next += 1
      switch (declaration.call) {
        case 'concern':
          this.#declareConcern(declaration, list)
          break
        case 'concerns':
          this.#openConcerns(declaration, list)
          break
        case 'draw':
          yield* this.#draw(declaration, list)
          break
        default:
          this.#openBody(declaration, list)
      }
    }
    this.#reportUnusedConcerns()
    return result
  }

  /** Runs the block of a route file. `site` is the call of `draw`, null for the entry. */
  #runFile({ file, block, blockAt }: RouteFile, site: CallSite | null): readonly Declaration[] {
    const locator: Locator =
      site === null ? () => ({ file, line: 1, column: 1, ...blockAt?.() }) : this.#locatorOf(site)
    if (typeof block === 'function') return this.#recorder.record(block as Block, site, undefined, locator)
    this.#diagnostics.report('no-routes-file', { file }, locator)
    return []
  }

  /** Opens a list: it is evaluated before the list that is now innermost continues. */
  #open(input: readonly Declaration[], { uses, files }: Origin, onComplete: OpenList['onComplete']): void {
    this.#openLists.push({ input, output: [], next: 0, origin: { uses, files }, onComplete })
  }

  /** Appends a declaration to the output of a list. Returns a function that replaces parts of it, once they are complete. */
  #append(declaration: Declaration, { output }: OpenList): (parts: Partial<Declaration>) => void {
    const index = output.push(declaration) - 1
    return (parts) => {
      output[index] = { ...output[index]!, ...parts }
    }
  }

  #declareConcern(declaration: Declaration, list: OpenList): void {
    this.#append(declaration, list)
    const [nameArgument, concern] = declaration.args
    const name = textOf(nameArgument)
    if (name === null) return
    this.#concerns.set(name, concern)
    this.#unusedConcerns.set(name, declaration.site)
  }

  /** Replaces `concerns('a', 'b')` by a declaration for each concern, and opens their bodies. */
  #openConcerns(declaration: Declaration, list: OpenList): void {
    const openers: (() => void)[] = []
    for (const argument of declaration.args.flat()) {
      const name = textOf(argument) ?? ''
      const concernUse = this.#useConcern(name, declaration, list.origin)
      const { body, options } = concernUse
      const complete = this.#append(concernUse, list)
      if (body.length === 0) continue
      const uses = [...list.origin.uses, { name, concern: this.#concerns.get(name), options }]
      openers.push(() => this.#open(body, { ...list.origin, uses }, (output) => complete({ body: output })))
    }
    // The stack is last in, first out: opened backwards, the bodies are evaluated in order.
    for (const open of openers.reverse()) open()
  }

  /** Returns a declaration whose body is the declarations of a named concern; empty after an error. */
  #useConcern(name: string, { options, site }: Declaration, { uses }: Origin): Declaration {
    const declaration: Declaration = { call: 'concerns', args: [], options, body: [], concernBody: [], site }
    const locator = this.#locatorOf(site)
    const concern = this.#concerns.get(name)
    if (concern === undefined) {
      // Expand reports the unknown concern, in order with its other diagnostics: the name, and the most similar name.
      return { ...declaration, args: [name, nearest(name, [...this.#concerns.keys()])] }
    }
    this.#unusedConcerns.delete(name)
    const circleStart = uses.findIndex((use) => use.concern === concern && isSameMap(use.options, options))
    if (circleStart >= 0) {
      const chain = [...uses.slice(circleStart).map((use) => use.name), name]
      this.#diagnostics.report('concern-depth', { name, chain }, locator)
      return declaration
    }
    if (uses.length >= MAX_CONCERN_DEPTH) {
      this.#diagnostics.report('concern-depth', { name, limit: MAX_CONCERN_DEPTH }, locator)
      return declaration
    }
    if (!this.#budget.take(locator)) return declaration
    return { ...declaration, body: this.#recorder.record(blockOf(concern), site, options) }
  }

  /** Loads and runs the file of a `draw` call, and opens its declarations. */
  *#draw(declaration: Declaration, list: OpenList): Generator<string, void, DrawResult> {
    const { args, site } = declaration
    const { uses, files } = list.origin
    const complete = this.#append(declaration, list)
    const name = textOf(args[0]) ?? ''
    const drawn = yield name
    if ('searched' in drawn) {
      const { searched, known = [] } = drawn
      const suggestion = nearest(name, known)
      this.#diagnostics.report('draw-not-found', { name, searched, suggestion }, this.#locatorOf(site))
      return
    }
    if (files.includes(drawn.file)) {
      const circle = [...files.slice(files.indexOf(drawn.file)), drawn.file]
      this.#diagnostics.report('draw-cycle', { files: circle }, this.#locatorOf(site))
      return
    }
    this.#open(this.#runFile(drawn, site), { uses, files: [...files, drawn.file] }, (body) => complete({ body }))
  }

  /** Opens the block of a call, and the concerns that the option `concerns` of a resource adds to it. */
  #openBody(declaration: Declaration, list: OpenList): void {
    const { call, options, body } = declaration
    const complete = this.#append(declaration, list)
    const concernNames = options['concerns']
    const isResource = call === 'resources' || call === 'resource'
    // Rails runs the block of a resource first, then the concerns of its option. So the concerns are opened first.
    if (isResource && concernNames !== undefined && concernNames !== null) {
      const args = Array.isArray(concernNames) ? concernNames : [concernNames]
      // The options of the resource are not options of the concerns.
      const concernsCall: Declaration = { ...declaration, call: 'concerns', args, options: {}, body: [] }
      this.#open([concernsCall], list.origin, (concernBody) => complete({ concernBody }))
    }
    if (body.length > 0) this.#open(body, list.origin, (output) => complete({ body: output }))
  }

  #reportUnusedConcerns(): void {
    // After an error, a block that threw or a missing file may be the user of the concern.
    if (this.#diagnostics.hasErrors) return
    for (const [name, site] of this.#unusedConcerns) {
      this.#diagnostics.report('unused-concern', { name }, this.#locatorOf(site))
    }
  }
}

function isSameMap(left: Options, right: Options): boolean {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.is(left[key], right[key]))
}

/** Returns the block of a concern, which may be an object with the method `call(builder, options)`, as in Rails. */
function blockOf(concern: unknown): Block {
  if (typeof concern === 'function') return concern as Block
  return (builder, options) => (concern as { call: Block }).call(builder, options)
}
