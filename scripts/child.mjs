// Runs one command after another so that none outlives the process that asked for it.
import { spawn } from 'node:child_process'

/** The signals that ask a process to end. A terminal sends them to all processes in it, `kill` to one only. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** How often this process checks whether its parent still runs. */
const WATCH_MS = 500

let child = null
let isEnding = false

function end(signal) {
  isEnding = true
  if (child === null) process.exit(1)
  child.kill(signal)
}

for (const signal of SIGNALS) process.on(signal, () => end(signal))

// `npm start` runs its script in a shell. A signal to npm ends npm and the shell, but does not reach the process that the
// shell runs: that process only gets another parent.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent && !isEnding) end('SIGTERM')
}, WATCH_MS).unref()

/**
 * Runs a command with the terminal of this process. One at a time.
 *
 * @returns its exit code. If this process receives a signal meanwhile, it ends together with the command.
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code) => {
      child = null
      if (isEnding) process.exit(1)
      resolve(code ?? 1)
    })
  })
}
