import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// What `npm start` leaves behind when it is told to end. It is run through a shell, as npm does.

const child = fileURLToPath(new URL('../scripts/child.mjs', import.meta.url))

let folder: string
let shell: ChildProcess | null = null

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnout-start-'))
})

afterEach(() => {
  shell?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a shell that runs a script that runs a server that never ends. */
async function start(): Promise<{ readonly runner: number; readonly server: number }> {
  const pids = path.join(folder, 'pids')
  const server = `require('fs').writeFileSync(${JSON.stringify(pids)}, [process.ppid, process.pid].join()); setInterval(() => {}, 1000)`
  const script = path.join(folder, 'run.mjs')
  writeFileSync(
    script,
    `import { run } from ${JSON.stringify(child)}\nprocess.exit(await run(process.execPath, ['-e', ${JSON.stringify(server)}]))\n`,
  )
  // The second command keeps the shell from making way for the first.
  shell = spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], { stdio: 'ignore' })
  await expect.poll(() => readPids(pids).length).toBe(2)
  const [runner, own] = readPids(pids) as [number, number]
  return { runner, server: own }
}

function readPids(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(',').map(Number)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a signal to the script ends the server', async () => {
  const { runner, server } = await start()
  process.kill(runner, 'SIGTERM')
  await expect.poll(() => isRunning(server)).toBe(false)
  await expect.poll(() => isRunning(runner)).toBe(false)
})

test('a signal to the shell alone ends the script and the server', async () => {
  const { runner, server } = await start()
  shell!.kill('SIGTERM')
  await expect.poll(() => isRunning(server)).toBe(false)
  await expect.poll(() => isRunning(runner)).toBe(false)
})
