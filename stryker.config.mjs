// Mutation tests of a group of `scripts/mutate/groups.mjs`, which `npm run mutate` selects by the environment.
import { fileURLToPath } from 'node:url'
import { groups } from './scripts/mutate/groups.mjs'

const group = process.env['TURNOUT_MUTATE'] ?? 'runtime'
const { mutate, leastScore, unitTests } = groups[group]

const { TURNOUT_MUTATE_SAMPLE: sampleSize = '', TURNOUT_MUTATE_SEED: seed = '1' } = process.env

export default {
  mutate: [...mutate, '!packages/**/*.test.ts'],
  plugins: ['./scripts/mutate/test-runner.mjs', './scripts/mutate/score.mjs'],
  testRunner: 'unit',
  unitTests,
  // It would rewrite tsconfig.json in its copy, with the JavaScript API that TypeScript 7 has not; Vite reads none.
  tsconfigFile: 'none.json',
  /** In percent, of each file's mutants that are not equivalent (`scripts/mutate/equivalents.mjs`). */
  leastScore,
  /** The file that the reporter writes when the run has reached its end. */
  finished: process.env['TURNOUT_MUTATE_FINISHED'],
  /** A random sample of the mutants, and the file in which the reporter names them for the test runner; null for all. */
  sample:
    sampleSize === ''
      ? null
      : {
          size: Number(sampleSize),
          seed,
          file: fileURLToPath(new URL(`.stryker/${group}-sample.json`, import.meta.url)),
        },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  reporters: ['score', 'progress-append-only', 'json', 'html'],
  // Several groups can run at the same time.
  tempDirName: `.stryker/${group}`,
  // Other processes may change these folders while Stryker copies the repository, and it would end. No unit test reads them.
  ignorePatterns: [
    '.stryker',
    'bench',
    'docs',
    'e2e',
    'examples',
    'playground',
    'packages/*/dist',
    'packages/*/test/fixtures',
  ],
  htmlReporter: { fileName: `.stryker/${group}.html` },
  jsonReporter: { fileName: `.stryker/${group}.json` },
  warnings: { unknownOptions: false },
}
