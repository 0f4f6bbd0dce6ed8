// Mutation tests: `npm run mutate`, or of some files `npm run mutate -- --mutate packages/runtime/src/url.ts`.
export default {
  mutate: ['packages/runtime/src/**/*.ts', 'packages/compiler/src/phases/2-expand/**/*.ts', '!packages/**/*.test.ts'],
  plugins: ['./scripts/mutate/test-runner.mjs'],
  testRunner: 'unit',
  // Few and quick, so that what survives says which test is missing.
  unitTests: [
    { place: 'packages/runtime/src/' },
    { place: 'packages/compiler/test/answers.test.ts', stateless: true },
    { place: 'packages/compiler/src/phases/2-expand/', stateless: true },
    { place: 'packages/compiler/src/compile.test.ts', stateless: true },
    { place: 'packages/compiler/test/expand/', stateless: true },
    { place: 'packages/compiler/test/diagnostics/remarks.test.ts', stateless: true },
    { place: 'packages/compiler/test/diagnostics/examples.test.ts', stateless: true },
    { place: 'packages/compiler/test/hostile/compile.test.ts', stateless: true },
    { place: 'packages/compiler/test/conformance/routes.test.ts', stateless: true },
  ],
  // It would rewrite tsconfig.json in its copy, with the JavaScript API that TypeScript 7 has not; Vite reads none.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  tempDirName: '.stryker/run',
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  warnings: { unknownOptions: false },
}
