// A consumer outside of this repository that installs the packed packages, strictly, and nothing that it does not name.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { catalog } from '@turnout/compiler'
import { expect, test } from 'vitest'
import { startVite } from './dev-process.ts'
import { outside, pnpm } from './packed.ts'

const VERSIONS = Object.fromEntries(
  ['vite', 'vite-7'].map((name) => {
    const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
    return [name, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version]
  }),
)

const made = outside('consumer')

const FILES = {
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.resources('photos')
  r.get('office', { to: 'pages#office', constraints: fromOffice })
})
import { fromOffice } from '../src/constraints.js'
`,
  'src/constraints.js': `export const fromOffice = (request) => request.ip === '10.0.0.1'`,
  'src/main.js': `import routes, { match } from 'virtual:routes'
globalThis.answers = [
  routes.editPhotoPath(7),
  match('GET', '/photos/7')?.action,
  match('GET', '/office')?.action,
  match('GET', '/office', { ip: '10.0.0.1' })?.action,
]`,
  'vite.config.js': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ manifest: '.vite/routes-manifest.json' })], build: { modulePreload: { polyfill: false } } }`,
}

/** Installs what is packed, and the given packages beside it. */
async function makeConsumer(name: string, dependencies: Record<string, string>): Promise<string> {
  const root = path.join(made.folder, name)
  const overrides = Object.entries(made.tarballs).map(([dependency, file]) => `  '${dependency}': 'file:${file}'`)
  const files = {
    ...FILES,
    'package.json': JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { 'vite-plugin-turnout': `file:${made.tarballs['vite-plugin-turnout']}`, ...dependencies },
    }),
    // The other packages are not published yet.
    'pnpm-workspace.yaml': `overrides:
${overrides.join('\n')}
allowBuilds:
  esbuild: false
`,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  await pnpm(root, 'install', '--prefer-offline', '--no-frozen-lockfile')
  expect(readdirSync(path.join(root, 'node_modules')).filter((each) => !each.startsWith('.'))).toEqual(
    [...Object.keys(dependencies), 'vite-plugin-turnout'].sort(),
  )
  return root
}

async function expectBuilt(root: string): Promise<void> {
  const output = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  const script = output.find((file) => file.endsWith('.js'))!
  await import(/* @vite-ignore */ pathToFileURL(path.join(root, 'dist', script)).href)
  expect((globalThis as { answers?: unknown[] }).answers).toEqual(['/photos/7/edit', 'show', undefined, 'office'])
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/.vite/routes-manifest.json'), 'utf8')) as {
    routes: object[]
  }
  expect(manifest.routes).toHaveLength(9)
  expect(readFileSync(path.join(root, 'virtual-routes.d.ts'), 'utf8')).toContain('\neditPhotoPath: Path[')
  Object.assign(globalThis, { answers: undefined })
}

test.each([
  ['vite-7', 'vite-7'],
  ['vite-8', 'vite'],
])('a consumer on %s builds, and has the command', async (name, version) => {
  const root = await makeConsumer(name, { vite: VERSIONS[version]! })
  await pnpm(root, 'exec', 'vite', 'build')
  await expectBuilt(root)
  // The page of every diagnostic is in the package, where messages say that it is.
  for (const code of Object.keys(catalog)) {
    const page = path.join(root, 'node_modules/vite-plugin-turnout/docs/diagnostics', `${code}.md`)
    expect(readFileSync(page, 'utf8')).toContain(`# ${code}\n`)
  }
  const { stdout } = await pnpm(root, 'exec', 'turnout', 'routes')
  expect(stdout).toContain('/photos/:id/edit(.:format)')
  // The inspector's page is in the package, built.
  await pnpm(root, 'exec', 'turnout', 'inspect', '-o', 'routes.html')
  expect(readFileSync(path.join(root, 'routes.html'), 'utf8')).toMatch(/<script type="module">.*edit_photo/s)
})

test.each([
  ['vite-7', 'vite-7'],
  ['vite-8', 'vite'],
])('a consumer on %s is served in dev, and sees an edit', async (name, version) => {
  const root = await makeConsumer(`${name}-dev`, { vite: VERSIONS[version]! })
  const { url, printed } = await startVite('npx vite', root)
  const table = async () => (await fetch(`${url}/@id/__x00__virtual:routes`)).text()
  expect(await table()).toContain('editPhotoPath')
  const file = path.join(root, 'config/routes.ts')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace("r.resources('photos')", "r.resources('pictures')"))
  await expect.poll(table).toContain('editPicturePath')
  writeFileSync(file, text.replace("r.resources('photos')", "r.resourcs('photos')"))
  await expect.poll(printed).toContain('resourcs')
  await expect.poll(printed).toMatch(/^ {2}see: node_modules\/vite-plugin-turnout\/docs\/diagnostics\/bad-block\.md$/m)
  writeFileSync(file, text)
  await expect.poll(table).toContain('editPhotoPath')
})
