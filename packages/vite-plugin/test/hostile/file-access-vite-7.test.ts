import { vi } from 'vitest'
import { testFileAccess } from './file-access.ts'

// The plugin and the tests are given Vite 7 wherever they import `vite`.
vi.mock('vite', () => import('vite-7'))

testFileAccess('7')
