import { testEntrance } from './entrance.ts'

testEntrance('8')
