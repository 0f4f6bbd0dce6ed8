// What `vite build` makes, on Bun and on Deno: on srvx, and with what these have themselves.
import { afterAll, beforeAll } from 'vitest'
import { makeProject } from '../../packages/vite-plugin/test/fixture.ts'
import { APPLICATION } from '../serving/application.ts'
import { buildApplication, listening, SRVX, START, type Host } from '../serving/hosts.ts'
import { testServing, type Trait } from '../serving/suite.ts'
import { install, type Installed } from './install.ts'

const PACKAGES = ['@oven/bun-linux-x64@1.4.5', '@deno/linux-x64-glibc@2.9.6']

let installed: Installed
beforeAll(async () => {
  installed = await install(PACKAGES)
})
afterAll(() => installed?.remove())

const bun = () => installed.file('@oven/bun-linux-x64/bin/bun')
const deno = () => installed.file('@deno/linux-x64-glibc/deno')
const ADDRESS = ['--port', '0', '--host', '127.0.0.1']

function testBuilt(name: string, run: (root: string) => Promise<Host>, lacks: readonly Trait[] = []): void {
  testServing({
    name,
    async start(atEnd) {
      const root = makeProject(APPLICATION, 'serving', atEnd)
      await buildApplication(root)
      return run(root)
    },
    isBuilt: true,
    lacks,
  })
}

testBuilt('Bun, by srvx', (root) => listening(bun(), ['--bun', SRVX, ...START, ...ADDRESS], root))
testBuilt(
  'Deno, by srvx',
  (root) => listening(deno(), ['run', '--allow-net', '--allow-read', '--allow-env', SRVX, ...START, ...ADDRESS], root),
  ['dot segments', 'encoded dot segments', 'truncated forms'],
)
testBuilt(
  'Bun alone',
  // Without it, Bun tells everyone what has been thrown.
  (root) => listening(bun(), ['--port=0', 'dist/server/index.js'], root, { NODE_ENV: 'production' }),
  ['broken responses', 'files'],
)
testBuilt('Deno alone', (root) => listening(deno(), ['serve', ...ADDRESS, 'dist/server/index.js'], root), [
  'dot segments',
  'encoded dot segments',
  'files',
  'truncated forms',
])
