// Functions of the browser that may throw.

/** Returns the result of a function; undefined if it throws. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
