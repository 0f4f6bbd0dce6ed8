// How many random cases the tests make: a fifth of the full number, and all of them with `npm run fuzz`.

/** `TURNOUT_RUNS=1` makes the full number; 3 makes three times as many. */
const SHARE = Number(process.env['TURNOUT_RUNS'] ?? 0.2)

/** The number of random cases for a test whose full number is `all`. */
export function runsOf(all: number): number {
  return Math.ceil(all * SHARE)
}

/** A new seed for each run, printed, so that a failure can be run again: `TURNOUT_SEED=… npx vitest run …`. */
export function newSeed(test: string): number {
  const seed = Number(process.env['TURNOUT_SEED'] ?? Math.floor(Math.random() * 0x7fffffff))
  console.log(`${test}: TURNOUT_SEED=${seed}`)
  return seed
}

/** The seed of a test that makes the same cases in each run, unless `TURNOUT_SEED` is set. */
export function fixedSeed(seed: number): number {
  return Number(process.env['TURNOUT_SEED'] ?? seed)
}
