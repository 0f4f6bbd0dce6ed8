import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    // Unit tests run on the sources, so that they need no build.
    alias: [
      { find: /^@turnout\/compiler$/, replacement: source('compiler/src/index.ts') },
      { find: /^@turnout\/compiler\/internal$/, replacement: source('compiler/src/internal.ts') },
      { find: /^@turnout\/compiler\/dsl$/, replacement: source('compiler/src/dsl.ts') },
      { find: /^@turnout\/runtime\/pages$/, replacement: source('runtime/src/pages.ts') },
      { find: /^@turnout\/runtime\/server$/, replacement: source('runtime/src/server/index.ts') },
      { find: /^@turnout\/runtime$/, replacement: source('runtime/src/index.ts') },
    ],
  },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'bench/**/*.test.ts', 'e2e/*.test.ts'],
    // Vitest leaves one core free. With two cores that is one file at a time: 1,351 s instead of 771 s.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Machines may be busy; a poll ends when its condition holds.
    expect: { poll: { timeout: 30_000 } },
  },
})
