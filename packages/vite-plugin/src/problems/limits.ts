/**
 * How long lists in reports may become: all commands, log messages, error pages take their limits from here.
 * A broken table has thousands of problems, most of one cause; each is shown with lines of a file.
 */

/** How many problems are shown in full: in all, and of one code. */
export interface ProblemLimits {
  readonly all: number
  readonly ofACode: number
}

/** Before the output of a command, in the log of a dev server, in the error of a build. */
export const REPORT: ProblemLimits = { all: 20, ofACode: 5 }

/** `turnout check`: the list is its purpose. */
export const CHECK: ProblemLimits = { all: 200, ofACode: 50 }

/** Problems in JSON of a command: they have no lines of files. */
export const JSON_PROBLEMS = 1000
