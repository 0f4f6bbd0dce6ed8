/** Thrown where an expression has more states than asked for. */
export class TooManyStates extends Error {}
