// The messages between the main thread and the worker of the route files.
import type { CompileOptions, Diagnostic } from '@turnout/compiler'
import type { ErrorData } from './error-data.ts'
import type { RecordedInflections } from './inflections.ts'
import type { SentManifest } from './manifest-transfer.ts'

/** The route files that the worker is to compile. */
export interface CompileRequest {
  /** The project's root, with forward slashes. */
  readonly root: string
  /** The entry route file, absolute. */
  readonly entry: string
  readonly options: Omit<CompileOptions, 'inflections'>
  readonly inflections: RecordedInflections | null
  /** The main thread's manifest of this project; null if there is none. */
  readonly receivedId: number | null
  /** Files that were stopped the last time. They count as empty. */
  readonly skipped: readonly string[]
  /** How long a top-level `await` may take, in seconds. */
  readonly awaitSeconds: number
}

/** The result of compiling the route files. */
export interface CompileResult {
  /** Null if there is an error. */
  readonly manifest: SentManifest | null
  readonly diagnostics: readonly Diagnostic[]
  /** The absolute paths of callables' files, by their names in the manifest. */
  readonly callables: ReadonlyMap<string, string>
}

/** A syntax error from a parser. */
export interface Mistake {
  readonly reason: string
  readonly offset: number
}

/** The file for a `draw`, or the paths at which the search looked for it, relative to the root. */
export type DrawnFile =
  | { readonly file: string }
  | { readonly searched: readonly string[]; readonly known: readonly string[] }

/** Requests of the worker to the main thread, in which Vite runs. */
export interface MainThread {
  draw(name: string): Promise<DrawnFile>
  /** The first syntax error of a source; null if the parser finds none. */
  findMistake(file: string, source: string): Promise<Mistake | null>
  /** A request of Vite's module runner. */
  invoke(name: string, args: readonly unknown[]): Promise<unknown>
}

/** A request of the worker to the main thread. */
export interface Question {
  readonly name: keyof MainThread
  readonly args: readonly unknown[]
}

/** A question that the main thread answers before the worker asks it. */
export interface ExpectedQuestion extends Question {
  /** The number of the answer. Numbers of expected questions are below zero. */
  readonly id: number
}

export type ToWorker =
  | { readonly kind: 'compile'; readonly request: CompileRequest; readonly expected: readonly ExpectedQuestion[] }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: ErrorData }
  /** The worker responds with `pong`, which shows that its thread is not blocked. */
  | { readonly kind: 'ping' }
  /** The import that waits has taken too long, or there is a newer state of the files. */
  | { readonly kind: 'giveUp'; readonly because: 'timeout' | 'superseded' }

export type FromWorker =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  | { readonly kind: 'pong' }
  /** Code of this route file begins to run; null: it gives back to the compiler. */
  | { readonly kind: 'enter'; readonly file: string | null }
  | { readonly kind: 'failure'; readonly failure: Diagnostic }
  /** `unasked`: the numbers of the expected questions that the worker did not ask. */
  | { readonly kind: 'done'; readonly result: CompileResult; readonly unasked: readonly number[] }
  | { readonly kind: 'superseded' }
  /** The compilation has failed, through no fault of the route files. */
  | { readonly kind: 'failed'; readonly error: ErrorData }
  /** Code that a route file has left running threw. */
  | { readonly kind: 'leftover'; readonly file: string; readonly thrown: string }
