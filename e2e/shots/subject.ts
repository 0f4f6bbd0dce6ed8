import type { Page } from 'playwright-core'

/** An application of which `npm run shots` takes pictures. */
export interface Subject {
  /** Names the folder of the pictures. */
  readonly name: string
  /**
   * Starts the application for development.
   *
   * @param atEnd registers a function that runs after the last picture, for example one that closes the server
   * @returns the address, with or without a slash at its end
   */
  start(atEnd: (end: () => unknown) => void): Promise<string>
  readonly shots: readonly Shot[]
}

/** A page of a subject. */
export interface Shot {
  /** Names the files: `welcome` becomes `welcome-dark-375.png`. */
  readonly name: string
  /** The path, with its query and hash. */
  readonly path: string
  /** Runs before each picture, for example to fill in a form or to wait for an element. */
  prepare?(page: Page): Promise<unknown>
  /** The picture of this page in `docs/`: as wide and high as given. The dark one has `-dark` in its name. */
  readonly picture?: { readonly file: `${string}.jpg`; readonly width: number; readonly height: number }
  /** The page shows an error, so that the browser logs errors and the status is 400 or above. */
  readonly isError?: true
  /** Accessibility rules that the page breaks for a reason, for example because its markup is not ours. */
  readonly allowedViolations?: readonly string[]
}
