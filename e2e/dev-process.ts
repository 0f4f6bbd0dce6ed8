import { spawn } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'

/** A server in processes of its own. */
export interface Served {
  /** Without a slash at its end. */
  readonly url: string
  /** All that it has printed. */
  readonly printed: () => string
}

/** Runs a command that starts a Vite server, until the test is over. It gets a free port of this machine. */
export function startVite(command: string, cwd: string): Promise<Served> {
  return startServer(`${command} --port 0 --host 127.0.0.1`, cwd)
}

/** Runs a command that starts a server on 127.0.0.1 and prints its address, until the test is over. */
export async function startServer(command: string, cwd: string, more: Record<string, string> = {}): Promise<Served> {
  // In what it takes for a test run, srvx prints nothing.
  const { NODE_ENV: _mode, VITEST: _vitest, TEST: _test, CI: _ci, FORCE_COLOR: _, ...env } = process.env
  const child = spawn(command, {
    cwd,
    shell: true,
    // A group of its own, which can be ended whole: npx starts others.
    detached: true,
    env: { ...env, NO_COLOR: '1', ...more },
  })
  onTestFinished(() => void process.kill(-child.pid!, 'SIGTERM'))
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const address = () => /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(out.replaceAll('\u001b[1m', ''))?.[0]
  await expect.poll(address, { message: out }).toBeDefined()
  return { url: address()!, printed: () => out }
}
