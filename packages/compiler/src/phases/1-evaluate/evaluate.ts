import type { Diagnostics, Place } from '../../diagnostics/collector.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { textOf } from '../../name.ts'
import { Budget } from '../budget.ts'
import { Recorder, type Block } from './builder.ts'
import type { CallSite } from '../../location.ts'
import type { Declaration } from './declaration.ts'

/** A route file: a module whose default export is a block of declarations. */
export interface RouteFile {
  /** Relative to the project root, with forward slashes. It names the file in diagnostics and tells cycles. */
  readonly file: string
  /** The module's default export. */
  readonly block: unknown
  /** The place of the default export. Left out: the first line. */
  readonly blockAt?: () => { readonly line: number; readonly column: number }
}

/** The file that `draw` asked for, or the folders that were searched in vain. */
export type DrawAnswer = RouteFile | Missing

/** No such file. */
export interface Missing {
  readonly searched: readonly string[]
  /** The names that `draw` would find there, for "did you mean". */
  readonly known?: readonly string[]
}

/** Concerns may use concerns this deep, where each use has other options than those around it; deeper is a loop. */
const MAX_CONCERN_DEPTH = 100

/** A use of a concern. */
interface Use {
  readonly name: string
  readonly concern: unknown
  readonly options: Options
}

type Options = Readonly<Record<string, unknown>>

/** One list of declarations on its way to being completed. */
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
 * Runs the route files and returns their declarations in order, with what each `draw` and each use of a concern
 * brings in put in its place. Rails does the same at once; here it is a walk of its own, because a drawn file is
 * loaded asynchronously while blocks are synchronous.
 *
 * A generator, so that one walk serves both: it yields the name of each drawn file and is given the answer.
 * The walk keeps its own stack: depth is bounded by memory, not by V8's stack.
 */
export function* evaluate(
  entry: RouteFile,
  diagnostics: Diagnostics,
  placeOf: (site: CallSite | null) => Place,
): Generator<string, readonly Declaration[], DrawAnswer> {
  const budget = new Budget(diagnostics, 'declarations')
  const recorder = new Recorder(diagnostics, placeOf, budget)
  const concerns = new Map<string, unknown>()
  /** Where each concern that nothing has used yet is declared. */
  const unused = new Map<string, CallSite | null>()
  const stack: Frame[] = []
  let result: readonly Declaration[] = []

  const run = (file: RouteFile, site: CallSite | null): readonly Declaration[] => {
    const place: Place =
      site === null ? () => ({ file: file.file, line: 1, column: 1, ...file.blockAt?.() }) : placeOf(site)
    if (typeof file.block === 'function') return recorder.record(file.block as Block, site, undefined, place)
    diagnostics.report('no-routes-file', { file: file.file }, place)
    return []
  }
  const push = (
    input: readonly Declaration[],
    from: Pick<Frame, 'uses' | 'files'>,
    done: (output: readonly Declaration[]) => void,
  ): void => {
    stack.push({ input, output: [], next: 0, uses: from.uses, files: from.files, done })
  }
  /** What a named concern declares, as a declaration with that as its body. */
  const use = (name: string, { options, site }: Declaration, frame: Frame): Declaration => {
    const used: Declaration = { call: 'concerns', args: [], options, body: [], concernBody: [], site }
    const place = placeOf(site)
    const concern = concerns.get(name)
    // Expand reports it, in order with everything else.
    if (concern === undefined) return { ...used, args: [name, nearest(name, [...concerns.keys()])] }
    unused.delete(name)
    const circle = frame.uses.findIndex((outer) => outer.concern === concern && isSameMap(outer.options, options))
    if (circle >= 0) {
      const chain = [...frame.uses.slice(circle).map((outer) => outer.name), name]
      diagnostics.report('concern-depth', { name, chain }, place)
      return used
    }
    if (frame.uses.length >= MAX_CONCERN_DEPTH) {
      diagnostics.report('concern-depth', { name, limit: MAX_CONCERN_DEPTH }, place)
      return used
    }
    if (!budget.take(place)) return used
    return { ...used, body: recorder.record(blockOf(concern), site, options) }
  }

  push(run(entry, null), { uses: [], files: [entry.file] }, (output) => (result = output))

  while (stack.length > 0) {
    // There will be no table, so what has been found so far is of no use.
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
      for (const named of declaration.args.flat()) {
        const name = textOf(named) ?? ''
        const used = use(name, declaration, frame)
        const at = output.push(used) - 1
        if (used.body.length === 0) continue
        const uses = [...frame.uses, { name, concern: concerns.get(name), options: used.options }]
        waiting.push(() => push(used.body, { ...frame, uses }, (body) => (output[at] = { ...used, body })))
      }
      // The stack is last in, first out: pushed backwards, they are completed in order.
      for (const enter of waiting.reverse()) enter()
      continue
    }
    if (declaration.call === 'draw') {
      const name = textOf(declaration.args[0]) ?? ''
      const answer = yield name
      if ('searched' in answer) {
        const guess = nearest(name, answer.known ?? [])
        diagnostics.report('draw-not-found', { name, searched: answer.searched, guess }, placeOf(declaration.site))
        continue
      }
      if (frame.files.includes(answer.file)) {
        const circle = [...frame.files.slice(frame.files.indexOf(answer.file)), answer.file]
        diagnostics.report('draw-cycle', { files: circle }, placeOf(declaration.site))
        continue
      }
      const files = [...frame.files, answer.file]
      push(run(answer, declaration.site), { uses: frame.uses, files }, (body) => complete({ body }))
      continue
    }
    // Rails runs the block of a resource first, then the concerns of its option. So the concern frame waits below.
    const named = declaration.options['concerns']
    if (
      named !== undefined &&
      named !== null &&
      (declaration.call === 'resources' || declaration.call === 'resource')
    ) {
      const list = Array.isArray(named) ? named : [named]
      push([{ ...declaration, call: 'concerns', args: list, options: {}, body: [] }], frame, (concernBody) =>
        complete({ concernBody }),
      )
    }
    if (declaration.body.length > 0) push(declaration.body, frame, (body) => complete({ body }))
  }
  // A block that threw, or a file that is missing, may be what uses it.
  for (const [name, site] of diagnostics.hasErrors ? [] : unused) {
    diagnostics.report('unused-concern', { name }, placeOf(site))
  }
  return result
}

function isSameMap(first: Options, second: Options): boolean {
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => Object.is(first[key], second[key]))
}

/** A concern may be an object with a `call(builder, options)`, as in Rails. */
function blockOf(concern: unknown): Block {
  if (typeof concern === 'function') return concern as Block
  return (builder, options) => (concern as { call: Block }).call(builder, options)
}
