import { testFileAccess } from './file-access.ts'

testFileAccess('8')
