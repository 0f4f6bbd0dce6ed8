import { vi } from 'vitest'
import { testHookFilters } from './hook-filters.ts'

// Of a test file's imports, those of the sources are replaced as well.
vi.mock('vite', () => import('vite-7'))

testHookFilters('7')
