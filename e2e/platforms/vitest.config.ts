// The tests that download other platforms: `npm run platforms`.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import own from '../../vitest.config.ts'

export default defineConfig({
  ...own,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...own.test, include: ['e2e/platforms/*.test.ts'], hookTimeout: 600_000 },
})
