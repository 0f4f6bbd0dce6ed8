// The screenshots: `npm run shots`.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

const { projects: _, ...settings } = shared.test!

export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  // One subject after the other: pictures of a busy machine take longer, and subjects may change the environment.
  test: { ...settings, include: ['e2e/shots/*.test.ts'], fileParallelism: false },
})
