// Three kinds of tests (CONTRIBUTING.md says when to run which): `vitest run --project unit`.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { sourceAliases } from './scripts/sources.mjs'

/** Tests of the compiler that bundle, or run TypeScript. */
const building = [
  'packages/compiler/src/phases/5-emit/module-types.test.ts',
  'packages/compiler/test/{actions,base,client-view,custom-urls,large-module,nameless-params,navigation-size,shaking,strict-csp}.test.ts',
  'packages/compiler/test/emitted/*.test.ts',
  'packages/compiler/test/hostile/{build,codegen,fuzz,hostile-tables,match,name}.test.ts',
]

/** Tests that start processes: `mkfifo`, and Ruby where it is installed. */
const spawning = [
  'packages/vite-plugin/src/files/write-file.test.ts',
  'packages/rails/test/*.test.ts',
  'packages/links/test/eslint.test.ts',
]

/** Tests that compile very large tables or thousands of tables, or that send every recorded request. */
const large = [
  'packages/compiler/test/hostile/{contained,size}.test.ts',
  'packages/compiler/test/explain-corpora.test.ts',
  'packages/adapters/test/equality.test.ts',
]

/** Tests of the plugin in Vite, Rollup and its command. */
const plugin = ['packages/vite-plugin/test/**/*.test.ts']

/** Tests that replace a module for all that import it: each needs modules of its own. */
const mocking = [
  'packages/compiler/test/analyse/analysis-failed.test.ts',
  'packages/vite-plugin/test/compilation-failed.test.ts',
  'packages/vite-plugin/test/**/*-vite-7.test.ts',
]

// What is installed has tests as well.
const installed = '**/node_modules/**'

// Servers, browsers and file watchers answer late on a busy machine. CI repeats their tests, and Vitest marks each repetition:
// `(retry x1)`. A developer sees the first failure.
const retry = process.env['CI'] ? 2 : 0

export default defineConfig({
  resolve: {
    // Unit tests run on the sources, so that they need no build.
    alias: sourceAliases,
  },
  test: {
    // Many tests wait for servers, browsers and file watchers. With two cores, a third file uses the time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Machines may be busy; a poll ends when its condition holds.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts'],
          exclude: [installed, ...building, ...spawning, ...large, ...plugin, ...mocking],
          setupFiles: 'scripts/check-unit-test.ts',
          // One process, in which each thread loads modules once.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          retry,
          include: [...building, ...spawning, ...large, ...plugin],
          exclude: [installed, ...mocking],
          // Vite, Rollup and the compiler take a second of CPU time to load. Each worker loads them once.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'integration-mocks', include: mocking, retry } },
      {
        extends: true,
        test: {
          name: 'e2e',
          retry,
          include: ['e2e/*.test.ts'],
          // Vite, Playwright and the compiler take a second of CPU time to load, and a browser another.
          isolate: false,
          globalSetup: 'e2e/run-folder.ts',
        },
      },
    ],
  },
})
