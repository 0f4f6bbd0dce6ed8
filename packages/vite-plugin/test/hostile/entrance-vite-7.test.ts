import { vi } from 'vitest'
import { testEntrance } from './entrance.ts'

// The plugin and the tests are given Vite 7 wherever they import `vite`.
vi.mock('vite', () => import('vite-7'))

testEntrance('7')
