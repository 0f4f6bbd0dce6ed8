// Inflections are a function of the configuration, which cannot be sent to the worker. Its calls can.
import type { InflectionRules, Inflections } from '@turnout/compiler'
import { errorData, errorFrom, type ErrorData } from './error-data.ts'

/** The calls that a function of inflections makes, and the error that it throws. */
export interface RecordedInflections {
  readonly calls: readonly { readonly method: string; readonly args: readonly unknown[] }[]
  readonly error: ErrorData | null
}

/** Calls the function in the main thread. */
export function recordInflections(rules: InflectionRules): RecordedInflections {
  const calls: { method: string; args: readonly unknown[] }[] = []
  const recorder = new Proxy({} as Inflections, {
    get:
      (_target, method) =>
      (...args: readonly unknown[]) =>
        void calls.push({ method: String(method), args }),
  })
  try {
    rules(recorder)
    return { calls, error: null }
  } catch (error) {
    return { calls, error: errorData(error) }
  }
}

/** A function that does the same in the worker. */
export function replayInflections({ calls, error }: RecordedInflections): InflectionRules {
  return (inflections) => {
    for (const { method, args } of calls) {
      const call = inflections[method as keyof Inflections] as (...args: readonly unknown[]) => void
      call.apply(inflections, args as unknown[])
    }
    if (error !== null) throw errorFrom(error)
  }
}
