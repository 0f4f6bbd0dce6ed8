// Has the worker compile the route files, handles its requests, and ends it if code of a route file never returns.
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import type { CompileOptions } from '@turnout/compiler'
import { makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { normalizePath } from '../../files/paths.ts'
import { EvaluationSuperseded, evaluationLimit, LIMIT_STEPS, MEMORY_LIMIT_MB } from '../common/evaluation-limit.ts'
import { isDebugged, readStack } from './halted-stack.ts'
import { recordInflections } from '../common/inflections.ts'
import { frame } from '../worker/load-failure.ts'
import { errorData, errorFrom } from '../common/error-data.ts'
import { questionKey } from '../common/expected-answers.ts'
import type {
  CompileRequest,
  CompileResult,
  ExpectedQuestion,
  FromWorker,
  MainThread,
  Question,
  ToWorker,
} from '../common/messages.ts'
import { SCRIPT } from '../common/script-names.ts'
import type { SourcePlace, StackFrame } from '../common/stack-frames.ts'
import { endHeldWorker, giveBack, isOwnCode, isStarting, takeWorker, reportLeftover } from './worker-pool.ts'

/** The functions of the main thread that the worker calls. */
export interface WorkerHost extends MainThread {
  /** Returns the source location of code that was stopped. */
  readonly locate: (frame: StackFrame) => SourcePlace | null
  readonly relative: (file: string) => string
}

/** The result of compiling the route files. */
export interface WorkerCompilation {
  /** Null if a route file was stopped. */
  readonly result: CompileResult | null
  readonly failures: readonly Diagnostic[]
  /** The questions that the worker asked and that had an answer. The next compilation probably asks them again. */
  readonly questions: readonly Question[]
  /** The expected questions that the worker did not ask. */
  readonly unasked: readonly Question[]
}

/** A route file that had to be stopped, with the problems found before. */
interface Stop {
  readonly problem: Diagnostic
  readonly file: string
  readonly failures: readonly Diagnostic[]
  /** False if code from an earlier compilation, which was still running, blocked the worker. */
  readonly hasBegun: boolean
}

/**
 * Compiles the route files in the worker. If one file has to be stopped, the other files are compiled again, so that their
 * mistakes are reported too.
 *
 * @param expected questions that the worker will probably ask. The host answers them all at the start and at the same time,
 *   with the files as they are then. A question that the worker does not ask has no effect on the result. If a route file
 *   writes a file that it imports, the answer is older than that file. The watcher then starts another compilation.
 * @throws EvaluationSuperseded when the signal aborts
 */
export async function compileInWorker(
  {
    options,
    expected,
    ...files
  }: Pick<CompileRequest, 'root' | 'entry' | 'receivedId'> & {
    readonly options: CompileOptions
    readonly expected: readonly Question[]
  },
  host: WorkerHost,
  signal: AbortSignal,
): Promise<WorkerCompilation> {
  const { inflections, ...data } = options
  const request: CompileRequest = {
    ...files,
    options: data,
    inflections: inflections === undefined ? null : recordInflections(inflections),
    skipped: [],
    awaitSeconds: evaluationLimit.ms / 1000,
  }
  let firstEnd = await new Attempt(request, host, signal, { blockedLimit: evaluationLimit.blockedMs, expected }).end
  if ('problem' in firstEnd && !firstEnd.hasBegun) {
    reportLeftover(files.entry, 'nothing, but never ended')
    firstEnd = await new Attempt(request, host, signal, { blockedLimit: evaluationLimit.blockedMs, expected: [] }).end
  }
  if ('result' in firstEnd) return firstEnd
  const { problem, file, failures } = firstEnd
  const secondEnd = await new Attempt({ ...request, skipped: [file] }, host, signal, {
    blockedLimit: evaluationLimit.secondTryMs,
    expected: [],
  }).end
  return 'result' in secondEnd
    ? {
        ...secondEnd,
        result: secondEnd.result && { ...secondEnd.result, manifest: null },
        failures: [problem, ...secondEnd.failures],
      }
    : { result: null, failures: [problem, ...failures], questions: [], unasked: [] }
}

/** The number of the last expected question. A worker may still get late answers for its previous compilation. */
let lastExpectedId = 0

/** A busy machine may read no stack in time, but hardly as often as this. */
const MAX_UNREAD_STACKS = 3

/** The packages that the compiler calls. Large tables spend seconds in them. */
const DEPENDENCY =
  /\/node_modules\/(?:@babel\/helper-validator-identifier|@jridgewell\/[\w-]+|fast-string-truncated-width)\//

/** True unless the stack is that of the compiler at work. Code that has no URL was evaluated from a string. */
function runsForeignCode(frames: readonly StackFrame[]): boolean {
  const innermost = frames.find(({ url }) => !url.startsWith('node:') && !DEPENDENCY.test(url))
  if (innermost !== undefined && !isOwnCode(innermost.url)) return true
  return frames.some(({ url }) => url.startsWith(SCRIPT))
}

interface AttemptSettings {
  /** How long the worker may be blocked, in milliseconds. */
  readonly blockedLimit: number
  /** Questions that are answered at once. */
  readonly expected: readonly Question[]
}

/** One compilation by one worker. */
class Attempt {
  readonly end: Promise<WorkerCompilation | Stop>
  readonly #host: WorkerHost
  readonly #blockedLimit: number
  readonly #worker: Worker = takeWorker()
  readonly #failures: Diagnostic[] = []
  readonly #expected: readonly ExpectedQuestion[]
  /** The questions with an answer, by their numbers. */
  readonly #answered = new Map<number, Question>()
  readonly #memoryBefore = process.memoryUsage.rss()
  #settle!: { resolve: (end: WorkerCompilation | Stop) => void; reject: (error: unknown) => void }
  /** The file with the code that runs now; null while the compiler's own code runs. */
  #file: string | null
  /** The file with the code that ran last. */
  #lastFile: string
  /** Pending requests of the worker. The time that the main thread needs for them does not count. */
  #questions = 0
  /** Elapsed steps of the limits: since the worker last responded, and since the file's code began. */
  #silentSteps = 0
  #waitedMs = 0
  #unreadStacks = 0
  #isPinged = false
  /** True while its stack is read. Debuggers that halt it in turns would leave it no time to run. */
  #isHalted = false
  #hasBegun = false
  #hasWarned = false

  constructor(
    request: CompileRequest,
    host: WorkerHost,
    signal: AbortSignal,
    { blockedLimit, expected }: AttemptSettings,
  ) {
    this.#host = host
    this.#expected = expected.map(({ name, args }) => ({ id: (lastExpectedId -= 1), name, args }))
    this.#blockedLimit = blockedLimit
    this.#file = this.#lastFile = request.entry
    const worker = this.#worker
    const timer = setInterval(() => void this.#look(), blockedLimit / LIMIT_STEPS)
    const giveUp = () => this.#post({ kind: 'giveUp', because: 'superseded' })
    const hear = (message: FromWorker) => this.#hear(message)
    const died = (cause: unknown) => this.#stop(this.#deathOf(cause))
    const ended = new Promise<WorkerCompilation | Stop>((resolve, reject) => (this.#settle = { resolve, reject }))
    this.end = ended.finally(() => {
      clearInterval(timer)
      signal.removeEventListener('abort', giveUp)
      worker.off('message', hear).off('error', died).off('exit', died)
    })
    worker.on('message', hear).on('error', died).on('exit', died)
    signal.addEventListener('abort', giveUp)
    this.#post({ kind: 'compile', request, expected: this.#expected })
    for (const question of this.#expected) void this.#answer(question)
    if (signal.aborted) giveUp()
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWorker): void {
    this.#silentSteps = 0
    this.#hasBegun = true
    switch (message.kind) {
      case 'ask':
        return void this.#answer(message)
      case 'pong':
        this.#isPinged = false
        return
      case 'enter':
        this.#file = message.file
        this.#lastFile = message.file ?? this.#lastFile
        this.#waitedMs = 0
        return
      case 'failure':
        this.#failures.push(message.failure)
        return
      case 'leftover':
        return
      default:
        giveBack(this.#worker)
        if (message.kind === 'done') this.#settle.resolve(this.#compilation(message))
        else this.#settle.reject(message.kind === 'failed' ? errorFrom(message.error) : new EvaluationSuperseded())
    }
  }

  #compilation({ result, unasked }: Extract<FromWorker, { kind: 'done' }>): WorkerCompilation {
    for (const id of unasked) this.#answered.delete(id)
    // A mistake in a file is rarely there twice. The same question has the same answer.
    const questions = [...this.#answered.values()].filter(({ name }) => name !== 'findMistake')
    return {
      result,
      failures: this.#failures,
      questions: [...new Map(questions.map((question) => [questionKey(question), question])).values()],
      unasked: this.#expected.filter(({ id }) => unasked.includes(id)),
    }
  }

  async #answer({ id, name, args }: ExpectedQuestion): Promise<void> {
    this.#questions += 1
    try {
      const result = await (this.#host[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
      this.#answered.set(id, { name, args })
      this.#post({ kind: 'answer', id, result })
    } catch (error) {
      this.#post({ kind: 'refusal', id, error: errorData(error) })
    } finally {
      this.#questions -= 1
    }
  }

  /** A step of the limits. */
  async #look(): Promise<void> {
    if (this.#questions > 0 || this.#isHalted || isStarting(this.#worker)) return
    const usedMb = (process.memoryUsage.rss() - this.#memoryBefore) / 2 ** 20
    if (this.#file !== null && usedMb > MEMORY_LIMIT_MB) {
      return this.#stop(this.#problem('out-of-memory', await this.#readStack()))
    }
    if (this.#isPinged) this.#silentSteps += 1
    else this.#post({ kind: 'ping' })
    this.#isPinged = true
    if (this.#file !== null) this.#waitedMs += this.#blockedLimit / LIMIT_STEPS
    const isBlocked = this.#silentSteps >= LIMIT_STEPS
    if (isBlocked && isDebugged()) this.#warn()
    else if (isBlocked) await this.#stopEndless()
    else if (this.#waitedMs >= evaluationLimit.ms) this.#post({ kind: 'giveUp', because: 'timeout' })
  }

  async #stopEndless(): Promise<void> {
    const frames = await this.#readStack()
    // The compiler may take as long for a table with very many routes. But it also reads values that route files throw, and
    // a getter of such a value may be in a package, or wait in native code.
    if (frames.length === 0) this.#unreadStacks += 1
    const isForeign = runsForeignCode(frames) || this.#unreadStacks >= MAX_UNREAD_STACKS
    if (this.#file === null && !isForeign) return
    this.#stop(this.#problem('code-never-ends', frames), frames.length > 0)
  }

  /** Returns the stack of the worker. Its limit begins again afterwards. */
  async #readStack(): Promise<readonly StackFrame[]> {
    this.#isHalted = true
    const frames = await readStack(this.#worker, evaluationLimit.secondTryMs)
    this.#isHalted = false
    this.#silentSteps = 0
    return frames
  }

  /** @param isHalted false if the worker could not be halted, and may not end */
  #stop(problem: Diagnostic, isHalted = true): void {
    void (isHalted ? this.#worker.terminate() : endHeldWorker(this.#worker))
    this.#settle.resolve({ problem, file: this.#lastFile, failures: this.#failures, hasBegun: this.#hasBegun })
  }

  /** The problem of code that was stopped, at its place if that is known. */
  #problem(code: 'code-never-ends' | 'out-of-memory', stack: readonly StackFrame[]): Diagnostic {
    const { locate, relative } = this.#host
    const projectFrames = stack.flatMap((site) => {
      const position = locate(site)
      return position === null ? [] : [frame(position, site.name, relative)]
    })
    const imported = stack.flatMap(({ name, url, line, column }) =>
      url.startsWith('file:') && !isOwnCode(url)
        ? [frame({ file: normalizePath(fileURLToPath(url)), line, column }, name, relative)]
        : [],
    )
    const frames = projectFrames.length > 0 ? projectFrames : imported
    const file = relative(this.#lastFile)
    const location = frames[0]?.location ?? { file, line: 1, column: 1 }
    const particulars = { location, ...(frames.length > 0 && { stack: frames.map(({ text }) => text) }) }
    return code === 'code-never-ends'
      ? makeError(code, { file: location.file, seconds: this.#blockedLimit / 1000 }, particulars)
      : makeError(code, { file: location.file, megabytes: MEMORY_LIMIT_MB }, particulars)
  }

  /** The problem of a worker that has ended by itself. The cause is an error or the exit code. */
  #deathOf(cause: unknown): Diagnostic {
    if ((Object(cause) as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return this.#problem('out-of-memory', [])
    const file = this.#host.relative(this.#lastFile)
    const thrown = typeof cause === 'number' ? 'nothing, but ended its thread' : String(cause)
    return makeError('module-threw', { file, thrown }, { location: { file, line: 1, column: 1 } })
  }

  #warn(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    console.error(`turnout: \`${this.#lastFile}\` is still running. It is not stopped, because there is a debugger.`)
  }
}
