// The sources of every entry of the packages, as aliases of Vite: tests and scripts run on them, and need no build.
import { fileURLToPath } from 'node:url'

const ENTRIES = {
  '@turnout/adapters': 'adapters/src/index.ts',
  '@turnout/adapters/react-router': 'adapters/src/react-router.ts',
  '@turnout/adapters/vue-router': 'adapters/src/vue-router.ts',
  '@turnout/compiler': 'compiler/src/index.ts',
  '@turnout/compiler/dsl': 'compiler/src/dsl.ts',
  '@turnout/compiler/internal/(.*)': 'compiler/src/$1.ts',
  '@turnout/exports': 'exports/src/index.ts',
  '@turnout/inspector': 'inspector/src/index.ts',
  '@turnout/links': 'links/src/index.ts',
  '@turnout/links/eslint': 'links/src/eslint.ts',
  '@turnout/navigation': 'navigation/src/index.ts',
  '@turnout/rails': 'rails/src/index.ts',
  '@turnout/runtime': 'runtime/src/index.ts',
  '@turnout/runtime/pages': 'runtime/src/pages.ts',
  '@turnout/server': 'server/src/index.ts',
  '@turnout/server/client': 'server/src/client.ts',
}

export const sourceAliases = Object.entries(ENTRIES).map(([entry, file]) => ({
  find: new RegExp(`^${entry}$`),
  replacement: fileURLToPath(new URL(`../packages/${file}`, import.meta.url)),
}))
