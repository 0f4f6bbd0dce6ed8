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
export async function startVite(command: string, cwd: string): Promise<Served> {
  const child = spawn(`${command} --port 0 --host 127.0.0.1`, {
    cwd,
    shell: true,
    // A group of its own, which can be ended whole: npx starts others.
    detached: true,
    env: { ...process.env, NODE_ENV: '', VITEST: '', NO_COLOR: '1' },
  })
  onTestFinished(() => void process.kill(-child.pid!, 'SIGTERM'))
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0]
  await expect.poll(address, { message: out }).toBeDefined()
  return { url: address()!, printed: () => out }
}
