// The servers that the application runs on, each in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { buildPackages, run, VITE } from '../../packages/vite-plugin/test/built.ts'

export const SRVX = path.join(
  path.dirname(createRequire(fileURLToPath(import.meta.url)).resolve('srvx/cli')),
  '../bin/srvx.mjs',
)

/** A server that runs. */
export interface Host {
  readonly port: number
  readonly close: () => Promise<void>
  /** Asks a process to end, as a terminal does; resolves with its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** All that it has printed. */
  readonly printed: () => string
}

/** Starts a process that says where it listens. */
export async function listening(
  command: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Host> {
  // In what it takes for a test run, srvx prints nothing and does not stop gracefully.
  const { FORCE_COLOR: _, NODE_ENV: _mode, CI: _ci, TEST: _test, VITEST: _vitest, ...env } = process.env
  // A group of its own, which can be ended whole: a dev server may have started workerd.
  const child = spawn(command, args, { cwd, env: { ...env, NO_COLOR: '1', ...more }, detached: true })
  let text = ''
  const port = await new Promise<number>((resolve, reject) => {
    const take = (data: Buffer) => {
      text += String(data)
      const [, found] = /http:\/\/[\w.]+:(\d+)\D/.exec(text.replaceAll('\u001b[1m', '')) ?? []
      if (found !== undefined) resolve(Number(found))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('exit', (code) => reject(new Error(`It ended with ${code}:\n${text}`)))
  })
  const close = async () => {
    if (child.exitCode !== null) return
    const exit = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await exit
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    const exit = once(child, 'exit')
    child.kill(signal)
    return (await exit)[0] as number | null
  }
  return { port, close, stop, printed: () => text }
}

/** The dev server. */
export async function devHost(root: string): Promise<Host> {
  await buildPackages()
  return listening(process.execPath, [VITE, '--port', '0', '--host', '127.0.0.1'], root)
}

/** Builds client and server. */
export async function buildApplication(root: string): Promise<void> {
  await buildPackages()
  const { code, out, err } = await run(VITE, ['build'], root)
  if (code !== 0) throw new Error(out + err)
}

/** The command that the documentation names. */
export const START = ['serve', '--prod', '--entry', 'dist/server/index.js']

/** What was built, on Node. */
export function nodeHost(root: string): Promise<Host> {
  return listening(process.execPath, [SRVX, ...START, '--port', '0', '--host', '127.0.0.1'], root)
}

/** What was built, in Vite's preview. */
export function previewHost(root: string): Promise<Host> {
  return listening(process.execPath, [VITE, 'preview', '--port', '0', '--host', '127.0.0.1'], root)
}

/** What was built, on workerd. */
export function workerdHost(root: string): Promise<Host> {
  return startWorkerd(path.join(root, 'dist/server'), 'index.js')
}

/** What was built, on workerd with srvx. */
export function workerdSrvxHost(root: string): Promise<Host> {
  const folder = path.join(root, 'dist/with-srvx')
  const srvx = path.join(SRVX, '../../dist')
  cpSync(path.join(root, 'dist/server'), path.join(folder, 'server'), { recursive: true })
  for (const name of ['adapters/cloudflare.mjs', '_chunks'])
    cpSync(path.join(srvx, name), path.join(folder, 'srvx', name), { recursive: true })
  writeFileSync(
    path.join(folder, 'worker.js'),
    `import { serve } from './srvx/adapters/cloudflare.mjs'
import server from './server/index.js'
const { fetch } = serve({ ...server, manual: true })
export default { fetch }`,
  )
  return startWorkerd(folder, 'worker.js')
}

async function startWorkerd(folder: string, entry: string): Promise<Host> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))
  // The entry comes first.
  files.sort((a, b) => Number(b === entry) - Number(a === entry))
  let text = ''
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['enable_request_signal'],
    modulesRoot: folder,
    modules: files.map((file) => ({
      type: 'ESModule' as const,
      path: path.join(folder, file),
      contents: readFileSync(path.join(folder, file), 'utf8'),
    })),
    // workerd stops for ever if nobody reads what it prints.
    handleRuntimeStdio: (...outputs: readonly Readable[]) => {
      for (const output of outputs) output.on('data', (data: Buffer) => (text += String(data)))
    },
    // Past Miniflare's own worker, which shows errors.
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  })
  await miniflare.ready
  const { port } = await miniflare.unsafeGetDirectURL()
  return {
    port: Number(port),
    close: () => miniflare.dispose(),
    stop: () => Promise.resolve(null),
    printed: () => text,
  }
}
