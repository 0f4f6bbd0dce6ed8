import { testInspector } from './inspector.ts'

testInspector('8')
