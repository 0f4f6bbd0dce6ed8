// Compiles route files in the worker: runs them, and passes their declarations to the compiler.
import type { CompileOptions } from '@turnout/compiler'
import { compileProject, type CompileHost } from '@turnout/compiler/internal/compile'
import type { RouteFile } from '@turnout/compiler/internal/phases/1-evaluate/evaluate'
import { realPathOf, relativeTo } from '../../files/paths.ts'
import { textFileOrNull } from '../../files/read-file.ts'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { callableFinder } from './callables.ts'
import { reportCircularImports } from './circular-imports.ts'
import { EvaluationSuperseded, EvaluationTimeout } from '../common/evaluation-limit.ts'
import { beginEvaluation } from './evaluation.ts'
import { replayInflections } from '../common/inflections.ts'
import { ManifestSender } from '../common/manifest-transfer.ts'
import { loadFailure, strayFailure, type Sources } from './load-failure.ts'
import type { CompileRequest, CompileResult, MainThread } from '../common/messages.ts'
import type { RouteCode } from './stray-errors.ts'

/** What happens on the way. */
export interface CompileEvents {
  readonly enter: (file: string | null) => void
  /** A problem is reported as soon as it is found, because code after it may never end. */
  readonly failure: (failure: Diagnostic) => void
}

/** A compilation that runs. */
export interface RunningCompilation {
  /** Rejects with `EvaluationSuperseded` when it was given up for a newer one. */
  readonly result: Promise<CompileResult>
  /** Waits no longer for the import that goes on. */
  readonly giveUp: (because: 'timeout' | 'superseded') => void
  /** Takes what nothing caught; false if it is of an earlier compilation. */
  readonly takeStray: (thrown: unknown, origin: Partial<RouteCode>) => boolean
}

/** Compiles the route files. */
export function compileFiles(request: CompileRequest, main: MainThread, events: CompileEvents): RunningCompilation {
  const { root, entry, inflections } = request
  const options: CompileOptions = {
    ...request.options,
    ...(inflections !== null && { inflections: replayInflections(inflections) }),
  }
  const relative = relativeTo(root)
  const evaluation = beginEvaluation(main, events.enter)
  const sources: Sources = { locate: evaluation.locate, relative, findMistake: main.findMistake }
  const routeFiles = new Set<string>()
  const strays: { readonly thrown: unknown; readonly file: string }[] = []
  const waiting = new Set<(error: Error) => void>()
  let hasFailed = false
  const fail = async (failure: Diagnostic | Promise<Diagnostic>) => {
    hasFailed = true
    events.failure(await failure)
  }

  async function load(file: string): Promise<RouteFile> {
    const name = relative(file)
    routeFiles.add(realPathOf(file))
    // An empty block lets the other route files be compiled, so that their diagnostics are reported too.
    const empty = { file: name, block: () => {} }
    if (request.skipped.includes(file)) return empty
    try {
      const { default: block } = await unlessGivenUp(evaluation.import(file))
      return { file: name, block: evaluation.watched(block, file), blockAt: () => placeOfDefault(file) }
    } catch (error) {
      // The error may be any value, even a proxy that throws at `instanceof`.
      if (error === SUPERSEDED) throw SUPERSEDED
      const cause =
        error === TIME_UP ? new EvaluationTimeout(evaluation.pendingFile() ?? file, request.awaitSeconds) : error
      await fail(loadFailure(cause, file, sources))
      return empty
    }
  }

  async function unlessGivenUp<T>(result: Promise<T>): Promise<T> {
    let giveUp: (error: Error) => void
    const end = new Promise<never>((_resolve, reject) => waiting.add((giveUp = reject)))
    try {
      return await Promise.race([result, end])
    } finally {
      waiting.delete(giveUp!)
    }
  }

  async function compile(): Promise<CompileResult> {
    const callables = callableFinder(evaluation, routeFiles, relative)
    const host: CompileHost = {
      async draw(name) {
        const drawn = await main.draw(name)
        return 'file' in drawn ? load(drawn.file) : drawn
      },
      locate: (site) => {
        const position = evaluation.locate(site)
        return position === null
          ? null
          : { file: relative(position.file), line: position.line, column: position.column }
      },
      identify: callables.identify,
    }
    const { manifest, diagnostics } = await compileProject(await load(entry), host, options)
    await endOfTurn()
    for (const { thrown, file } of strays) await fail(strayFailure(thrown, file, sources))
    for (const change of evaluation.prototypeChanges()) {
      const file = relative(change.file)
      await fail(makeError('changed-prototype', { ...change, file }, { location: { file, line: 1, column: 1 } }))
    }
    const circular = reportCircularImports(routeFiles, evaluation.modules(), {
      relative,
      severities: options.severities,
    })
    return {
      manifest: manifest === null || hasFailed ? null : sender.send(manifest, request.receivedId),
      diagnostics: [...diagnostics, ...circular],
      callables: callables.files,
    }
  }

  return {
    result: compile(),
    giveUp: (because) => {
      for (const reject of waiting) reject(because === 'timeout' ? TIME_UP : SUPERSEDED)
    },
    takeStray: (thrown, origin) => {
      const isOwn = evaluation.isOwn(origin)
      if (isOwn) strays.push({ thrown, file: origin.file ?? entry })
      return isOwn
    },
  }
}

const sender = new ManifestSender()
const TIME_UP = new Error('An import has taken too long.')
const SUPERSEDED = new EvaluationSuperseded()

/** Waits until code that was left running at once has run. */
async function endOfTurn(): Promise<void> {
  // Timers of no delay that the route files have set come before this one.
  await new Promise((resolve) => setTimeout(resolve, 1))
  // Node looks for rejections that nothing handles at the end of a turn.
  await new Promise((resolve) => setImmediate(resolve))
}

/** The place of the default export in a route file; the first line if the file has no `export default`. */
function placeOfDefault(file: string): { line: number; column: number } {
  const source = textFileOrNull(file) ?? ''
  const index = Math.max(source.search(/^[ \t]*export\s+default\b/m), 0)
  const linesAbove = source.slice(0, index).split('\n')
  return { line: linesAbove.length, column: linesAbove.at(-1)!.length + 1 }
}
