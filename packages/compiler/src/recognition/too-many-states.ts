/** Thrown where an automaton would have more states than are allowed. */
export class TooManyStates extends Error {}
