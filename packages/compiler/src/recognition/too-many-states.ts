/** Thrown if an automaton would exceed its limit of states. */
export class TooManyStates extends Error {}
