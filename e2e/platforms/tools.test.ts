// An application with the packed plugin, in both versions of Vite, next to the tools that projects use: a dependency that
// imports the routes, the plugin for legacy browsers, mocks of Vitest, formatters, TypeScript project references, and Storybook.
// `npm run matrix` runs this file.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeFiles } from '../../packages/vite-plugin/test/fixture.ts'
import { install, type Installed } from './install.ts'

const PACKAGES = [
  'vitest@4.1.12',
  '@vitest/browser-playwright@4.1.12',
  'playwright@1.65.1',
  'terser@5.51.4',
  'prettier@3.10.1',
  'oxfmt@0.79.0',
  'typescript@5.9.3',
  'storybook@10.6.7',
  '@storybook/react-vite@10.6.7',
  'react@19',
  'react-dom@19',
]

/** In a browser, Vitest 4.1 runs the original of a mocked function. */
const mocking = (result: string) => `import { expect, test, vi } from 'vitest'
import { photoPath } from 'virtual:routes'
vi.mock('virtual:routes')
test('mocks', () => {
  expect(vi.isMockFunction(photoPath)).toBe(true)
  expect(photoPath(7)).toBe(${result})
  expect(photoPath).toHaveBeenCalledWith(7)
})`

const tsconfig = (name: string, include: readonly string[]) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      composite: true,
      skipLibCheck: true,
      module: 'ESNext',
      moduleResolution: 'bundler',
      target: 'ES2022',
      lib: ['ES2023', 'DOM'],
      types: [],
      outDir: `.tsc/${name}`,
    },
    include,
  })

const FILES = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.resources('photos')
  if (import.meta.env.MODE.length > 0) r.get('status', { to: 'status#show' })
})`,
  'node_modules/album/package.json': `{ "name": "album", "version": "1.0.0", "type": "module", "exports": "./index.js",
    "peerDependencies": { "vite-plugin-turnout": "*" } }`,
  'node_modules/album/index.js': `import { photoPath } from 'virtual:routes'\nexport const link = () => photoPath(7)`,
  'src/main.ts': `import { link } from 'album'\nexport const shown: string = link()\ndocument.title = shown`,
  'src/server.ts': `import { link } from 'album'\nexport const shown: string = link()`,
  'src/album.d.ts': `declare module 'album' { export const link: () => string }`,
  'test/node.test.ts': mocking('undefined'),
  'test/browser.test.ts': mocking(`'/photos/7'`),
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout()], build: { minify: false } }`,
  'legacy.config.ts': `import legacy from '@vitejs/plugin-legacy'
import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout(), legacy({ targets: ['defaults'] })], build: { outDir: 'legacy' } }`,
  'vitest.config.ts': `import { playwright } from '@vitest/browser-playwright'
import { turnout } from 'vite-plugin-turnout'
import { defineConfig } from 'vitest/config'
const launchOptions = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
export default defineConfig({
  plugins: [turnout()],
  test: {
    projects: [
      { extends: true, test: { name: 'node', include: ['test/node.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['test/browser.test.ts'], browser: {
        enabled: true, headless: true, provider: playwright({ launchOptions }), instances: [{ browser: 'chromium' }],
      } } },
    ],
  },
})`,
  '.storybook/main.ts': `export default {
  stories: ['../stories/*.stories.ts'],
  framework: { name: '@storybook/react-vite', options: {} },
}`,
  '.storybook/preview.ts': `import { photosPath } from 'virtual:routes'
document.documentElement.dataset.photos = photosPath()
export default {}`,
  'stories/link.stories.ts': `import { createElement } from 'react'
import { photoPath } from 'virtual:routes'
const Link = () => createElement('a', { href: photoPath(7) })
export default { component: Link }
export const Default = {}`,
  'tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.test.json" }] }',
  'tsconfig.app.json': tsconfig('app', ['src', 'virtual-routes.d.ts']),
  'tsconfig.test.json': tsconfig('test', ['links', 'virtual-routes.d.ts']),
  'links/link.ts': `import { photoPath } from 'virtual:routes'\nexport const link: string = photoPath(7)`,
}

/** Opens a page until the end of the test. The site `stories.test` serves the files of a folder. */
async function newPage(folder: string): Promise<Page> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.route('http://stories.test/**', (route) =>
    route.fulfill({ path: path.join(folder, new URL(route.request().url()).pathname) }),
  )
  return page
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}

describe.each([
  ['Vite 7', ['vite@7.3.8', '@vitejs/plugin-legacy@7.2.1']],
  ['Vite 8', ['vite@8.3.8', '@vitejs/plugin-legacy@8.2.3']],
] as const)('with %s,', (_name, packages) => {
  let installed: Installed
  beforeAll(async () => {
    installed = await install([...PACKAGES, ...packages], { packed: true })
    const manifest = JSON.parse(readFileSync(path.join(installed.folder, 'package.json'), 'utf8')) as Manifest
    const dependencies = { ...manifest.dependencies, album: '1.0.0' }
    writeFiles(installed.folder, { ...FILES, 'package.json': JSON.stringify({ ...manifest, dependencies }) })
    await node('vite-plugin-turnout/bin/turnout.js', 'types')
  })
  afterAll(() => installed?.remove())

  /** Runs the command of a package. It rejects with what the command prints. */
  const node = async (file: string, ...args: string[]) => {
    const env = { ...process.env, NODE_ENV: '', VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '', NO_COLOR: '1' }
    const run = promisify(execFile)(process.execPath, [installed.file(file), ...args], { cwd: installed.folder, env })
    return run.catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
      Promise.reject(new Error(stdout + stderr)),
    )
  }

  test('a dependency that imports the routes is built for browsers and for servers', async () => {
    await node('vite/bin/vite.js', 'build')
    await node('vite/bin/vite.js', 'build', '--ssr', 'src/server.ts', '--outDir', 'server')
    const { shown } = (await import(path.join(installed.folder, 'server/server.js'))) as { shown: string }
    expect(shown).toBe('/photos/7')
  })

  test('the plugin for legacy browsers builds a route file that reads the mode', async () => {
    await node('vite/bin/vite.js', 'build', '--config', 'legacy.config.ts')
    const scripts = readdirSync(path.join(installed.folder, 'legacy/assets'))
    expect(scripts.some((file) => file.includes('-legacy-'))).toBe(true)
  })

  test('Vitest mocks the routes in Node and in a browser', async () => {
    const { stdout } = await node('vitest/vitest.mjs', 'run', '--maxWorkers=1')
    expect(stdout).toMatch(/Tests {2}2 passed/)
  })

  test('the declarations stay current if Prettier and Oxfmt have formatted the project', async () => {
    const file = path.join(installed.folder, 'virtual-routes.d.ts')
    const before = readFileSync(file, 'utf8')
    await node('prettier/bin/prettier.cjs', '--write', 'virtual-routes.d.ts', 'src')
    await node('oxfmt/bin/oxfmt', 'virtual-routes.d.ts', 'src')
    expect(readFileSync(file, 'utf8')).toBe(before)
    await node('vite-plugin-turnout/bin/turnout.js', 'types', '--check')
  })

  test('Storybook builds a preview and a story that import the routes', async () => {
    await node('storybook/dist/bin/dispatcher.js', 'build', '--output-dir', 'stories/built', '--disable-telemetry')
    const page = await newPage(path.join(installed.folder, 'stories/built'))
    await page.goto('http://stories.test/iframe.html?id=link--default&viewMode=story')
    await expect.poll(() => page.locator('#storybook-root a').getAttribute('href')).toBe('/photos/7')
    expect(await page.locator('html').getAttribute('data-photos')).toBe('/photos')
  })

  test('two TypeScript projects include the declarations', async () => {
    await node('typescript/bin/tsc', '-b')
  })
})
