// The worker in which route files run. Nothing that they do ends the process.
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { guardProcess } from './process-guard.ts'
import { catchStrayErrors } from './stray-errors.ts'
import { serveCompilations } from './worker-port.ts'

catchStrayErrors(serveCompilations(parentPort!))
guardProcess(process)
// `import { exit } from 'node:process'` is another view of the same functions.
syncBuiltinESMExports()
