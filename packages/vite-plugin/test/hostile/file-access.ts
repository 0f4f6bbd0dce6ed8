// What a dev server gives of the files of a machine. Node's client sends a path as it is; others tidy it up.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, version, type Plugin } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { turnout } from '../../src/index.ts'

const SECRET = 'do-not-tell'

/** A file of the machine that belongs to no project. */
const OF_THE_MACHINE = '/etc/passwd'

const MODULE = '/@id/__x00__virtual:routes'

/** Names of folders that mean something else in an address. */
const ROOTS = ['plain', 'a#b', 'a?b', 'a%20b é', 'a#b?c=%23&raw']

const FILES = {
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
import { fromOffice } from '../src/constraints.js'
import { name } from './names.ts'
export default defineRoutes((r) => {
  r.resources(name, { constraints: fromOffice })
  r.draw('api')
})`,
  'config/routes/api.ts': `export default (r: { resource(name: string): void }) => r.resource('profile')`,
  'config/names.ts': `export const name: string = 'photos'`,
  'src/constraints.js': `export const fromOffice = () => true`,
  'src/main.js': `import { match } from 'virtual:routes'\nconsole.log(match)`,
}

/** Files that nobody may have: in the root but denied by `server.fs.deny`, and beside the root. */
const SECRETS = {
  root: ['.env', 'sub#1/.env', 'sub?1/.env', 'sub%1/key.pem'],
  beside: ['outside/secret.js', 'out#side/secret.js', 'out?side/secret.js', 'out%side/secret.js', '#/?/%2f/secret.js'],
}

/** Ways to name a file to the server. `file` is a path as it stands in an address. */
const DOORS: readonly ((file: string) => string)[] = [
  (file) => file,
  (file) => `/@fs${file}`,
  (file) => `/@id/${file}`,
  (file) => `/@id/@fs${file}`,
  (file) => `/@id/__x00__${file}`,
  (file) => `/@id/file://${file}`,
  (file) => `/@id/virtual:routes${file}`,
  (file) => `/@id/virtual:routes/callable:${file}!`,
  (file) => `/@id/virtual:routes/callable:${file}`,
  (file) => `/@id/virtual:routes/callable:/@fs${file}!`,
  (file) => `/@id/__x00__virtual:routes/callable:${file}!`,
  (file) => `/@id/__x00__virtual:routes${file}`,
  (file) => `/@id/__x00__turnout:runtime${file}`,
  (file) => `/@id/__x00__turnout:runtime/${'../'.repeat(20)}${file.slice(1)}`,
  (file) => `/@id/__x00__turnout:runtime/${'..%2f'.repeat(20)}${file.slice(1)}`,
  (file) => `${MODULE}/${'%2e%2e/'.repeat(20)}${file.slice(1)}`,
]

const QUERIES = [
  '',
  ...'?import ?raw ?url ?inline ?import&raw ?import&url ?import&inline ?import&raw??'.split(' '),
  ...'?import=.js #.js %3Fimport .map %00.js'.split(' '),
]

/** A path as it may be written in an address: as it is, as a browser does, and with all marks escaped. */
function spellings(file: string): string[] {
  const bare = file.replaceAll(' ', '%20')
  return [...new Set([bare, encodeURI(file), file.split('/').map(encodeURIComponent).join('/')])]
}

interface Answer {
  readonly status: number
  /** The whole answer, with its headers. */
  readonly text: string
}

/** Asks a dev server. */
type Ask = (target: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>

interface Project {
  /** Asks one that has the plugin. */
  readonly ask: Ask
  /** Asks one of the same root that has not. */
  readonly askBare: Ask
  /** The paths of all files that nobody may have, as a client may give them: absolute, and from the root. */
  readonly secrets: readonly string[]
}

async function makeProject(name: string): Promise<Project> {
  // In a folder without a workspace, so that the root alone is served.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-files-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = path.join(folder, name)
  const inRoot = SECRETS.root.map((file) => `/${file}`)
  const secrets = [...inRoot.map((file) => root + file), ...SECRETS.beside.map((file) => `${folder}/${file}`)]
  const files = Object.entries(FILES).map(([file, text]): [string, string] => [path.join(root, file), text])
  for (const [file, text] of [...files, ...secrets.map((file): [string, string] => [file, `'${SECRET}'`])]) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const ask = await listen(root, [turnout({ types: false })])
  return { ask, askBare: await listen(root, []), secrets: [OF_THE_MACHINE, ...inRoot, ...secrets] }
}

async function listen(root: string, plugins: Plugin[]): Promise<Ask> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    // Without the page that a single-page application gives for any address.
    appType: 'mpa',
    plugins,
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  await server.listen()
  // A connection for each request would take as long as the answers.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { port } = server.httpServer!.address() as AddressInfo
  return (target, headers) => {
    return new Promise((resolve, reject) => {
      // Each character is written as a byte.
      const bytes = Buffer.from(target).toString('latin1')
      const sent = request({ agent, host: '127.0.0.1', port, path: bytes, headers: { host: 'localhost', ...headers } })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let text = JSON.stringify(response.headers)
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode!, text }))
      })
      sent.end()
    })
  }
}

/** The requests that were answered with a file, or with anything but a refusal where Vite alone refuses. */
async function unrefused({ ask, askBare }: Project, targets: readonly string[]): Promise<string[]> {
  const machineLines = readFileSync(OF_THE_MACHINE, 'utf8').split('\n')
  // A short line may be part of any response, for example of a random folder name.
  const longestLine = machineLines.reduce((longest, line) => (line.length > longest.length ? line : longest), '')
  expect(longestLine.length).toBeGreaterThan(20)
  const found: string[] = []
  const check: (...asked: Parameters<Ask>) => Promise<void> = async (target, headers) => {
    const { status, text } = await ask(target, headers)
    if (text.includes(SECRET) || text.includes(longestLine)) found.push(`the file for ${target}`)
    if (status === 403 || status === 404) return
    // Vite's own: 200 for `?url`, with an address, and 500 for `?raw`, where a path holds a `?`. Vite refuses a `#`, which the
    // entrance removes.
    const alone = await askBare(target.replace(/#.*/, ''), headers)
    if (alone.status !== status) found.push(`${status} instead of ${alone.status} for ${target}`)
  }
  const waiting = targets.values()
  const worker = async () => {
    for (const target of waiting) {
      await check(target)
      // What a script asks for is transformed, whatever its extension.
      if (!target.includes('import')) await check(target, { 'sec-fetch-dest': 'script' })
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}

/** Declares the tests, for the version that `vite` stands for. */
export function testFileAccess(major: string): void {
  describe(`a dev server of Vite ${major}`, () => {
    test('is of that version', () => expect(version.split('.')[0]).toBe(major))

    test.each(ROOTS)('gives no file away, and serves the routes, in a folder like %s', async (name) => {
      const project = await makeProject(name)
      const targets = (queries: readonly string[]) =>
        project.secrets.flatMap((file) =>
          spellings(file).flatMap((spelled) => DOORS.flatMap((door) => queries.map((query) => door(spelled) + query))),
        )
      // A request must not allow a later request. All queries follow below, after the modules that allow files.
      expect(await unrefused(project, targets(['']))).toEqual([])
      const routes = await project.ask(MODULE)
      expect(routes.text).toContain('export let editPhotoPath')
      expect(routes.text).toContain('export let profilePath')
      for (const target of ['/src/main.js', '/src/constraints.js']) {
        expect(await project.ask(target), target).toMatchObject({ status: 200 })
      }
      // What was imported in the meantime is allowed from then on; nothing else may be.
      expect(await unrefused(project, targets(QUERIES))).toEqual([])
    })
  })
}
