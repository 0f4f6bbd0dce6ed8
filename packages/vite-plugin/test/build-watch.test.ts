import { testBuildWatch } from './build-watch.ts'

testBuildWatch('8')
