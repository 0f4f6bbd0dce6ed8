// Mutation tests: `npm run mutate`, or of some files `npm run mutate -- --mutate packages/runtime/src/url.ts`.
export default {
  mutate: ['packages/runtime/src/**/*.ts', 'packages/compiler/src/phases/2-expand/**/*.ts', '!packages/**/*.test.ts'],
  plugins: ['./scripts/mutate/test-runner.mjs', './scripts/mutate/score.mjs'],
  testRunner: 'unit',
  // Few and quick, so that what survives says which test is missing. Not those that take a second or more (`except`: what
  // is in their titles): every survivor has to pass them all.
  unitTests: [
    { place: 'packages/runtime/src/' },
    { place: 'packages/runtime/src/server/' },
    { place: 'packages/compiler/test/answers.test.ts', stateless: true },
    { place: 'packages/compiler/src/phases/2-expand/', stateless: true },
    { place: 'packages/compiler/src/compile.test.ts', stateless: true },
    { place: 'packages/compiler/test/expand/', stateless: true },
    { place: 'packages/compiler/test/diagnostics/remarks.test.ts', stateless: true },
    { place: 'packages/compiler/test/diagnostics/examples.test.ts', except: ['too-many-routes'], stateless: true },
    { place: 'packages/compiler/test/hostile/compile.test.ts', except: ['size-017', 'size-022'], stateless: true },
    { place: 'packages/compiler/test/conformance/routes.test.ts', except: ['generated-'], stateless: true },
  ],
  // It would rewrite tsconfig.json in its copy, with the JavaScript API that TypeScript 7 has not; Vite reads none.
  tsconfigFile: 'none.json',
  /** In percent, of each file's mutants that are not equivalent (`scripts/mutate/equivalents.mjs`). */
  leastScore: 95,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  reporters: ['score', 'progress-append-only', 'json', 'html'],
  tempDirName: '.stryker/run',
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  warnings: { unknownOptions: false },
}
