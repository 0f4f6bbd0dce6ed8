// The sources of every entry of the packages, as aliases of Vite: tests and scripts run on them, and need no build.
import { fileURLToPath } from 'node:url'

const ENTRIES = {
  '@turnout/compiler': 'compiler/src/index.ts',
  '@turnout/compiler/internal': 'compiler/src/internal.ts',
  '@turnout/compiler/phases': 'compiler/src/phases.ts',
  '@turnout/compiler/dsl': 'compiler/src/dsl.ts',
  '@turnout/controllers': 'controllers/src/index.ts',
  '@turnout/dev-pages': 'dev-pages/src/index.ts',
  '@turnout/diagnostics': 'diagnostics/src/index.ts',
  '@turnout/evaluate': 'evaluate/src/index.ts',
  '@turnout/exports': 'exports/src/index.ts',
  '@turnout/files': 'files/src/index.ts',
  '@turnout/inspector': 'inspector/src/index.ts',
  '@turnout/manifest': 'manifest/src/index.ts',
  '@turnout/manifest/print': 'manifest/src/print.ts',
  '@turnout/navigation': 'navigation/src/index.ts',
  '@turnout/patterns': 'patterns/src/index.ts',
  '@turnout/patterns/regexp': 'patterns/src/regexp.ts',
  '@turnout/rails': 'rails/src/index.ts',
  '@turnout/runtime': 'runtime/src/index.ts',
  '@turnout/runtime/pages': 'runtime/src/pages.ts',
  '@turnout/server': 'server/src/index.ts',
  '@turnout/server/client': 'server/src/client.ts',
  '@turnout/terminal': 'terminal/src/index.ts',
}

export const sourceAliases = Object.entries(ENTRIES).map(([entry, file]) => ({
  find: new RegExp(`^${entry}$`),
  replacement: fileURLToPath(new URL(`../packages/${file}`, import.meta.url)),
}))
