/** Thrown if an automaton would exceed its limit of states. */
export class TooManyStates extends Error {}

/** Returns the result of `build`; null if it would exceed a limit of states. */
export function withinLimit<Built>(build: () => Built): Built | null {
  try {
    return build()
  } catch (error) {
    if (error instanceof TooManyStates) return null
    throw error
  }
}
