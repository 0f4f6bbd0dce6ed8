// The workers of this process. A worker is reused after a compilation, because V8 has compiled its code already.
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { MEMORY_LIMIT_MB } from '../common/evaluation-limit.ts'
import type { FromWorker } from '../common/messages.ts'

/** The script of the workers. */
export const WORKER_URL = new URL('../worker/worker.js', import.meta.url)

/** The folders of the worker's code: the compiler, and the chunks that it shares with the main thread. */
const OWN_FOLDERS = ['.', '../../chunks/'].map((folder) => new URL(folder, WORKER_URL).href)

const idleWorkers: Worker[] = []

/** The workers that have not sent a message yet. On a busy machine, a worker takes seconds to load its script. */
const startingWorkers = new WeakSet<Worker>()

/** Workers beyond this number are ended. A dev server and its checks need two at a time; a process may have two servers. */
const MAX_IDLE = 4

/** Called with the error of code that a route file has left running. Only the last listener is called. */
type LeftoverListener = (file: string, thrown: string) => void

const listeners: LeftoverListener[] = [
  (file, thrown) => {
    console.error(`turnout: code that \`${file}\` has left running threw ${thrown}`)
    // The error does not end a build, but a build with an error has not succeeded.
    process.exitCode ||= 1
  },
]

/** Returns an idle worker. The worker keeps the process alive until `giveBack`. */
export function takeWorker(): Worker {
  const worker = idleWorkers.pop() ?? startWorker()
  worker.ref()
  return worker
}

/** True until the worker has sent its first message, which it does before it runs any code of a route file. */
export function isStarting(worker: Worker): boolean {
  return startingWorkers.has(worker)
}

/** Starts a worker, so that its modules load while the main thread does other work. Does nothing if a worker is idle. */
export function warmWorker(): void {
  if (idleWorkers.length > 0) return
  const worker = startWorker()
  worker.unref()
  idleWorkers.push(worker)
}

/** Keeps a worker for the next compilation. */
export function giveBack(worker: Worker): void {
  worker.unref()
  if (idleWorkers.length < MAX_IDLE) idleWorkers.push(worker)
  else void worker.terminate()
}

/**
 * Ends a worker that is blocked in native code, such as a wait for a child process. At the end of the process Node would
 * wait for the worker, perhaps for ever. So the process is killed if it ends first.
 */
export async function endHeldWorker(worker: Worker): Promise<void> {
  const kill = () => {
    console.error('turnout: a route file still waits for native code, so the process is killed.')
    process.kill(process.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  await worker.terminate()
  process.off('exit', kill)
}

/** Receives errors of code that route files have left running, until the returned function is called. */
export function onLeftover(listener: LeftoverListener): () => void {
  listeners.push(listener)
  return () => {
    const index = listeners.indexOf(listener)
    if (index >= 0) listeners.splice(index, 1)
  }
}

/** Reports an error of code that a route file has left running. */
export function reportLeftover(file: string, thrown: string): void {
  listeners.at(-1)!(file, thrown)
}

/** True for the URL of a script of the worker itself; false for route files, packages and Node. */
export function isOwnCode(url: string): boolean {
  return OWN_FOLDERS.some((folder) => url.startsWith(folder))
}

function startWorker(): Worker {
  const worker = new Worker(WORKER_URL, {
    env: SHARE_ENV,
    // `compile-in-worker.ts` also measures the memory of the process, and stops the worker at a lower limit, with the
    // position of its code. V8 ends the thread at this limit, and then no position can be read.
    resourceLimits: { maxOldGenerationSizeMb: 1.5 * MEMORY_LIMIT_MB },
  })
  worker.setMaxListeners(0)
  startingWorkers.add(worker)
  worker.once('message', () => startingWorkers.delete(worker))
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'leftover') reportLeftover(message.file, message.thrown)
  })
  // The user of the worker also listens. Without any listener an error would end the process.
  worker.on('error', () => {})
  worker.on('exit', () => {
    const index = idleWorkers.indexOf(worker)
    if (index >= 0) idleWorkers.splice(index, 1)
  })
  return worker
}
