// The tests that download other platforms: `npm run platforms`.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

const { projects: _, ...settings } = shared.test!

export default defineConfig({
  ...shared,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...settings,
    include: ['e2e/platforms/*.test.ts'],
    hookTimeout: 600_000,
    // In dev, Miniflare forwards requests with undici, which may use a connection that workerd has just closed because an
    // action did not read its body. The request then fails: https://github.com/nodejs/undici/issues/3492.
    retry: 2,
  },
})
