// Go to definition on a helper, in both TypeScript servers that editors run.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { turnout } from 'vite-plugin-turnout'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { typescript5, typescript7, type Place } from './language-servers.ts'

const FILES = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'ESNext', moduleResolution: 'bundler', strict: true, noEmit: true, types: [] },
    include: ['src', 'config', 'types'],
  }),
  'package.json': '{ "type": "module", "private": true }',
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', (photos) => {
    photos.member((m) => m.get('preview'))
  })
  r.draw('api v2')
})
`,
  'config/routes/api v2.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.namespace('api', (api) => {
    api.resources('users', { only: 'show' })
  })
})
`,
  'src/main.ts': `import routes, { previewPhotoPath } from 'virtual:routes'

previewPhotoPath(1)
routes.editPhotoPath(1)
routes.apiUserUrl(1, { host: 'example.org' })
routes.rootPath()
`,
}

/** Where each helper that `src/main.ts` names is declared. */
const DECLARED = {
  previewPhotoPath: ['config/routes.ts', 'get('],
  editPhotoPath: ['config/routes.ts', 'resources('],
  apiUserUrl: ['config/routes/api v2.ts', 'resources('],
  rootPath: ['config/routes.ts', 'root('],
} as const

beforeAll(buildPackages)

/** A project, with the declarations that the plugin writes. */
async function makeProject(): Promise<string> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout definition é ')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  mkdirSync(path.join(root, 'node_modules'))
  const plugin = fileURLToPath(new URL('node_modules/vite-plugin-turnout', import.meta.url))
  symlinkSync(plugin, path.join(root, 'node_modules/vite-plugin-turnout'))
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [turnout({ types: 'types/routes.d.ts' })],
    server: { middlewareMode: true, ws: false },
  })
  await server.environments.ssr.transformRequest('virtual:routes')
  await server.close()
  return root
}

/** The first place of a text in a file. */
function placeOf(root: string, name: string, text: string): Place {
  const file = path.join(root, name)
  const before = readFileSync(file, 'utf8').split(text)[0]!.split('\n')
  return { file, line: before.length, column: before.at(-1)!.length + 1 }
}

test.each([
  ['5.9', typescript5],
  ['7', typescript7],
])('a helper leads to its declaration in TypeScript %s', async (_, start) => {
  const root = await makeProject()
  const { definition } = await start(path.join(root, 'src/main.ts'), root)
  for (const [helper, [file, call]] of Object.entries(DECLARED)) {
    const use = placeOf(root, 'src/main.ts', `${helper}(`)
    // TypeScript 7 answers once for each overload.
    const found = new Set((await definition(use)).map((place) => JSON.stringify(place)))
    expect([...found], helper).toEqual([JSON.stringify(placeOf(root, file, call))])
  }
})
