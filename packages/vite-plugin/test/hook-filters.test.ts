import { testHookFilters } from './hook-filters.ts'

testHookFilters('8')
