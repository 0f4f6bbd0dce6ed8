// Runs the blocks of the route files, and inserts the declarations of drawn files and concerns.
import type { Diagnostics, Locator } from '../../diagnostics/collector.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { textOf } from '../../name.ts'
import { Budget } from '../budget.ts'
import { Recorder, type Block } from './builder.ts'
import type { CallSite } from '../../location.ts'
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
export type DrawAnswer = RouteFile | Missing

/** The result for a file that does not exist. */
export interface Missing {
  readonly searched: readonly string[]
  /** The names that `draw` would find there, for "did you mean". */
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

type Options = Readonly<Record<string, unknown>>

/** A list of declarations that is being completed. */
interface Frame {
  readonly input: readonly Declaration[]
  readonly output: Declaration[]
  next: number
  /** The concerns being used, outermost first. */
  readonly uses: readonly Use[]
  /** The route files being drawn, outermost first. */
  readonly files: readonly string[]
  /** Called with the completed list. */
  readonly done: (output: readonly Declaration[]) => void
}

/**
 * Runs the route files and returns their declarations in order. The declarations of each drawn file and each used concern
 * are inserted in place of the call. Rails inserts them during the call. Here a separate walk does, because drawn files
 * are loaded asynchronously while blocks are synchronous.
 *
 * The walk is a generator, so that it serves asynchronous and synchronous callers: it yields the name of each drawn file
 * and receives the file. It keeps its own stack: depth is bounded by memory, not by V8's stack.
 */
export function* evaluate(
  entry: RouteFile,
  diagnostics: Diagnostics,
  locatorOf: (site: CallSite | null) => Locator,
): Generator<string, readonly Declaration[], DrawAnswer> {
  const budget = new Budget(diagnostics, 'declarations')
  const recorder = new Recorder(diagnostics, locatorOf, budget)
  const concerns = new Map<string, unknown>()
  /** The call sites of concerns that are not used yet. */
  const unused = new Map<string, CallSite | null>()
  const stack: Frame[] = []
  let result: readonly Declaration[] = []

  const run = (file: RouteFile, site: CallSite | null): readonly Declaration[] => {
    const locator: Locator =
      site === null ? () => ({ file: file.file, line: 1, column: 1, ...file.blockAt?.() }) : locatorOf(site)
    if (typeof file.block === 'function') return recorder.record(file.block as Block, site, undefined, locator)
    diagnostics.report('no-routes-file', { file: file.file }, locator)
    return []
  }
  const push = (
    input: readonly Declaration[],
    origin: Pick<Frame, 'uses' | 'files'>,
    onDone: (output: readonly Declaration[]) => void,
  ): void => {
    stack.push({ input, output: [], next: 0, uses: origin.uses, files: origin.files, done: onDone })
  }
  /** Returns a declaration whose body is the declarations of a named concern. */
  const useConcern = (name: string, { options, site }: Declaration, frame: Frame): Declaration => {
    const declaration: Declaration = { call: 'concerns', args: [], options, body: [], concernBody: [], site }
    const locator = locatorOf(site)
    const concern = concerns.get(name)
    // Expand reports an unknown concern, in order with its other diagnostics.
    if (concern === undefined) return { ...declaration, args: [name, nearest(name, [...concerns.keys()])] }
    unused.delete(name)
    const circle = frame.uses.findIndex((use) => use.concern === concern && isSameMap(use.options, options))
    if (circle >= 0) {
      const chain = [...frame.uses.slice(circle).map((use) => use.name), name]
      diagnostics.report('concern-depth', { name, chain }, locator)
      return declaration
    }
    if (frame.uses.length >= MAX_CONCERN_DEPTH) {
      diagnostics.report('concern-depth', { name, limit: MAX_CONCERN_DEPTH }, locator)
      return declaration
    }
    if (!budget.take(locator)) return declaration
    return { ...declaration, body: recorder.record(blockOf(concern), site, options) }
  }

  push(run(entry, null), { uses: [], files: [entry.file] }, (output) => (result = output))

  while (stack.length > 0) {
    // A spent budget is an error, so there will be no table, and the declarations so far are useless.
    if (budget.isSpent) return []
    const frame = stack.at(-1)!
    const declaration = frame.input[frame.next]
    if (declaration === undefined) {
      stack.pop()
      frame.done(frame.output)
      continue
    }
    frame.next += 1
    const { output } = frame
    const slot = output.length
    output.push(declaration)
    const complete = (part: Partial<Declaration>) => (output[slot] = { ...output[slot]!, ...part })

    if (declaration.call === 'concern') {
      const key = textOf(declaration.args[0])
      if (key !== null) {
        concerns.set(key, declaration.args[1])
        unused.set(key, declaration.site)
      }
      continue
    }
    if (declaration.call === 'concerns') {
      output.pop()
      const waiting: (() => void)[] = []
      for (const argument of declaration.args.flat()) {
        const name = textOf(argument) ?? ''
        const use = useConcern(name, declaration, frame)
        const at = output.push(use) - 1
        if (use.body.length === 0) continue
        const uses = [...frame.uses, { name, concern: concerns.get(name), options: use.options }]
        waiting.push(() => push(use.body, { ...frame, uses }, (body) => (output[at] = { ...use, body })))
      }
      // The stack is last in, first out: pushed backwards, they are completed in order.
      for (const enter of waiting.reverse()) enter()
      continue
    }
    if (declaration.call === 'draw') {
      const name = textOf(declaration.args[0]) ?? ''
      const drawn = yield name
      if ('searched' in drawn) {
        const suggestion = nearest(name, drawn.known ?? [])
        diagnostics.report(
          'draw-not-found',
          { name, searched: drawn.searched, suggestion },
          locatorOf(declaration.site),
        )
        continue
      }
      if (frame.files.includes(drawn.file)) {
        const circle = [...frame.files.slice(frame.files.indexOf(drawn.file)), drawn.file]
        diagnostics.report('draw-cycle', { files: circle }, locatorOf(declaration.site))
        continue
      }
      const files = [...frame.files, drawn.file]
      push(run(drawn, declaration.site), { uses: frame.uses, files }, (body) => complete({ body }))
      continue
    }
    // Rails runs the block of a resource first, then the concerns of its option. So the concern frame is pushed first.
    const concernNames = declaration.options['concerns']
    if (
      concernNames !== undefined &&
      concernNames !== null &&
      (declaration.call === 'resources' || declaration.call === 'resource')
    ) {
      const list = Array.isArray(concernNames) ? concernNames : [concernNames]
      push([{ ...declaration, call: 'concerns', args: list, options: {}, body: [] }], frame, (concernBody) =>
        complete({ concernBody }),
      )
    }
    if (declaration.body.length > 0) push(declaration.body, frame, (body) => complete({ body }))
  }
  // After an error, a block that threw or a missing file may be the user of the concern.
  for (const [name, site] of diagnostics.hasErrors ? [] : unused) {
    diagnostics.report('unused-concern', { name }, locatorOf(site))
  }
  return result
}

function isSameMap(left: Options, right: Options): boolean {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.is(left[key], right[key]))
}

/** A concern may be an object with a `call(builder, options)`, as in Rails. */
function blockOf(concern: unknown): Block {
  if (typeof concern === 'function') return concern as Block
  return (builder, options) => (concern as { call: Block }).call(builder, options)
}
