import { vi } from 'vitest'
import { testBuildWatch } from './build-watch.ts'

// The plugin and the tests are given Vite 7 wherever they import `vite`.
vi.mock('vite', () => import('vite-7'))

testBuildWatch('7')
