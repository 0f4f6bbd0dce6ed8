import type { DevToolsPluginOptions } from '@vitejs/devtools-kit'
import { expectTypeOf } from 'vitest'
import { devtoolsDock } from '../src/dev/devtools-dock.ts'

// The plugin imports no types of Vite DevTools; what it writes out of them must be what they are.
expectTypeOf(devtoolsDock).toExtend<DevToolsPluginOptions>()
