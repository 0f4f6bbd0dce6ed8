// Runs commands so that none outlives the process that asked for it.
import { spawn } from 'node:child_process'

/** The signals that ask a process to end. A terminal sends them to all processes in it, `kill` to one only. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** How often this process checks whether its parent still runs. */
const WATCH_MS = 500

const children = new Set()
let isEnding = false

function end(signal) {
  isEnding = true
  if (children.size === 0) process.exit(1)
  for (const child of children) child.kill(signal)
}

for (const signal of SIGNALS) process.on(signal, () => end(signal))

// `npm start` runs its script in a shell. A signal to npm ends npm and the shell, but does not reach the process that the
// shell runs: that process only gets another parent.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent && !isEnding) end('SIGTERM')
}, WATCH_MS).unref()

/** Starts a command. Resolves with its exit code when it has ended and its output is complete. */
function start(command, args, options, onStart = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    children.add(child)
    onStart(child)
    child.on('error', reject)
    child.on('exit', () => {
      children.delete(child)
      if (isEnding && children.size === 0) process.exit(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs a command with the terminal of this process. One at a time.
 *
 * @returns its exit code. If this process receives a signal meanwhile, it ends together with the command.
 */
export const run = (command, args, options) => start(command, args, { stdio: 'inherit', ...options })

/**
 * Runs a command, and collects its output. Several can run at the same time.
 *
 * @returns its exit code, and what it wrote to its two streams, in order of arrival. Signals end it as in `run`.
 */
export async function collect(command, args, options) {
  const chunks = []
  const keep = (chunk) => chunks.push(chunk)
  const code = await start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }, (child) => {
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
  })
  return { code, output: Buffer.concat(chunks).toString() }
}
