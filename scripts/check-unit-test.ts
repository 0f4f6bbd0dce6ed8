// Runs before each unit test file: it fails a file that belongs to another project (`vitest.config.ts`).
import { readFileSync } from 'node:fs'
import { beforeAll, expect } from 'vitest'

/** Imports of what starts a process, a build, a server or a browser. */
const SLOW_IMPORTS = [
  /from '(?:node:child_process|node:worker_threads|rollup|playwright-core)'/,
  /from '[^']*\/(?:bundle|type-check|built)\.ts'/,
  /import \{[^}]*\b(?:build|createServer|preview)\b[^}]*\} from 'vite'/,
]

beforeAll(() => {
  const file = expect.getState().testPath!
  const text = readFileSync(file, 'utf8')
  const slow = SLOW_IMPORTS.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
  if (slow.length > 0) {
    throw new Error(`A unit test may not have \`${slow[0]}\`. List the file under \`integration\` in vitest.config.ts.`)
  }
})
