// `npm create turnout`, from its packed package: every kind of project is written, installed from packed packages, built,
// tested, and served with an edit. The pages for React and Vue are visited in a browser, in dev and built. With
// TURNOUT_PACKED=1, every form of every kind.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { preview } from 'vite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeInBrowser } from './browser.ts'
import { startServer, startVite } from './dev-process.ts'
import { outside, packPackage, pnpm, usePacked } from './packed.ts'
import { configOf, saveUntil, serve } from './project.ts'

const SERVED = [
  { kind: 'react', flags: [] },
  { kind: 'vue', flags: [] },
  { kind: 'fullstack', flags: [] },
  { kind: 'fullstack-vue', flags: [] },
  { kind: 'node', flags: ['--database'] },
  { kind: 'workers', flags: [] },
  { kind: 'library', flags: [] },
  { kind: 'plain', flags: [] },
  { kind: 'react', flags: ['--javascript'] },
]
const MORE = [
  { kind: 'vue', flags: ['--javascript'] },
  { kind: 'fullstack', flags: ['--javascript'] },
  { kind: 'fullstack-vue', flags: ['--javascript'] },
  { kind: 'node', flags: [] },
  { kind: 'node', flags: ['--javascript'] },
  { kind: 'node', flags: ['--javascript', '--database'] },
  { kind: 'workers', flags: ['--javascript'] },
  { kind: 'library', flags: ['--javascript'] },
]
const projects = process.env['TURNOUT_PACKED'] === '1' ? [...SERVED, ...MORE] : SERVED

const made = outside('create')
/** The installed command. */
let command: string

beforeAll(async () => {
  const own = path.join(made.folder, 'command')
  mkdirSync(own)
  const packed = await packPackage('create-turnout', made.folder)
  writeFileSync(
    path.join(own, 'package.json'),
    JSON.stringify({ private: true, dependencies: { 'create-turnout': `file:${packed}` } }),
  )
  await pnpm(own, 'install', '--prefer-offline', '--no-frozen-lockfile')
  command = path.join(own, 'node_modules/create-turnout/bin/create-turnout.js')
})

/** Runs the command. */
function create(args: readonly string[], cwd = made.folder): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { cwd, env: { ...process.env, npm_config_user_agent: 'pnpm/12' } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** A project that the command has written, with the packed packages installed, and built. */
interface CreatedProject {
  readonly name: string
  readonly root: string
  /** The result of the command. */
  readonly code: number
  readonly out: string
  /** The files that the command has written. */
  readonly files: readonly string[]
}

const createdProjects = new Map<string, Promise<CreatedProject>>()

/** Creates, installs and builds a project, once for all tests. */
function createdProject(kind: string, flags: readonly string[]): Promise<CreatedProject> {
  const name = ['my', kind, ...flags].join('-').replaceAll('--', '-')
  const created = createdProjects.get(name) ?? createProject(name, kind, flags)
  createdProjects.set(name, created)
  return created
}

async function createProject(name: string, kind: string, flags: readonly string[]): Promise<CreatedProject> {
  const root = path.join(made.folder, name)
  const { code, out, err } = await create([name, '--kind', kind, '--yes', '--no-install', ...flags])
  expect(code, err).toBe(0)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const packages = files.filter((file) => /[/\\]package\.json$/.test(file)).map((file) => path.dirname(file))
  if (!files.includes('pnpm-workspace.yaml')) writeFileSync(path.join(root, 'pnpm-workspace.yaml'), 'packages: []\n')
  usePacked(root, made.tarballs)
  for (const folder of packages) usePacked(path.join(root, folder), made.tarballs)
  await pnpm(root, 'install', '--prefer-offline', '--no-frozen-lockfile')
  await pnpm(root, 'run', 'build')
  return { name, root, code, out, files }
}

/** Expects the headers of docs/deploying.md from the command that starts the built project. */
async function expectCacheHeaders(root: string): Promise<void> {
  const { url } = await startServer('npm run start', root, { PORT: '0', HOST: '127.0.0.1' })
  const cacheOf = async (file: string) => {
    const { status, headers } = await fetch(`${url}${file}`, { headers: { accept: 'text/html' } })
    return [status, headers.get('cache-control'), headers.has('etag')]
  }
  const [asset] = /\/assets\/[^"]+/.exec(await (await fetch(url, { headers: { accept: 'text/html' } })).text()) ?? []
  if (asset !== undefined) expect(await cacheOf(asset)).toEqual([200, 'max-age=31536000, immutable', true])
  expect(await cacheOf('/icon.svg')).toEqual([200, 'max-age=0', true])
}

describe('npm create turnout', () => {
  test.each(projects)(
    '$kind $flags is a project that builds, passes its test, and is served',
    async ({ kind, flags }) => {
      const { name, root, out, files } = await createdProject(kind, flags)
      expect(out).toContain(`Next steps:\n\n  cd ${name}\n  pnpm install\n  pnpm run dev\n`)
      const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string }
      expect(own.name).toBe(name)
      expect(readFileSync(path.join(root, '.gitignore'), 'utf8')).toContain('node_modules/')
      const isJavaScript = kind === 'plain' || flags.includes('--javascript')
      expect(files.some((file) => /(?<!\.d)\.tsx?$/.test(file))).toBe(!isJavaScript)
      expect(files).toContain('virtual-routes.d.ts')
      expect(files).toContain(isJavaScript ? 'jsconfig.json' : 'tsconfig.json')
      expect(readdirSync(path.join(root, 'dist')).length).toBeGreaterThan(0)
      const { stdout } = await pnpm(root, 'run', 'test')
      expect(stdout).toMatch(['react', 'vue'].includes(kind) ? /3 passed/ : /\d passed/)
      if (/^(?:fullstack|node)/.test(kind)) await expectCacheHeaders(root)
      const { url } = await startVite(path.join('node_modules', '.bin', 'vite'), root)
      const table = async () => (await fetch(`${url}/__turnout/data.json`)).text()
      await expect.poll(table).toContain('"root"')
      const routes = path.join(root, 'config', isJavaScript ? 'routes.js' : 'routes.ts')
      const text = readFileSync(routes, 'utf8')
      const [, home] = /r\.root\('([^']*)'\)/.exec(text)!
      const edited = text.replace('r.root(', `r.get('later', { to: '${home}', as: 'later' })\n  r.root(`)
      await saveUntil(routes, edited, async () => (await table()).includes('"later"'))
      writeFileSync(routes, text)
      if (!flags.includes('--database')) return
      const added = await fetch(`${url}/notes`, { method: 'POST', body: new URLSearchParams({ text: 'Milk' }) })
      expect(added.status).toBe(200)
      // The test does not see the notes of the dev server.
      await pnpm(root, 'run', 'test')
    },
  )

  test('leaves a folder alone that has something in it', async () => {
    const taken = path.join(made.folder, 'taken')
    mkdirSync(taken)
    writeFileSync(path.join(taken, 'notes.txt'), 'mine')
    const { code, err } = await create(['taken', '--yes'])
    expect([code, err.trim()]).toEqual([1, 'taken is not empty: it has notes.txt. Name another folder.'])
    expect(readdirSync(taken)).toEqual(['notes.txt'])
  })

  test.each([
    [
      ['--kind', 'angular'],
      'There is no kind `angular`. Use one of react, vue, fullstack, fullstack-vue, node, workers, library, plain.',
    ],
    [['--kind', 'vue', '--database'], 'The kind `vue` has no database'],
    [['--kind', 'plain', '--typescript'], 'The kind `plain` is JavaScript.'],
    [['--javascript', '--typescript'], 'contradict each other'],
    [['one', 'two'], 'Name only one folder: `two` is the second.'],
    [['--knid', 'vue'], "Unknown option '--knid'"],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err } = await create([...args, '--yes'])
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain('Run `npm create turnout -- --help` for all flags.')
  })

  test('has a help', async () => {
    expect(await create(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--no-install') })
  })
})

// Vite's optimizer bundles the packages that an application installs, and the navigation must stay one instance.
describeInBrowser('the pages of a starter', (newPage) => {
  /** Clicks through the pages. Returns the errors. */
  async function visitPages(url: string): Promise<readonly string[]> {
    const page = await newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
    })
    const heading = () => page.locator('h1').innerText()
    await page.goto(url)
    await expect.poll(heading, { timeout: 60_000 }).toMatch(/^Turnout \+ /)
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    await page.getByRole('link', { name: 'Albums', exact: true }).click()
    await expect.poll(heading).toBe('Albums')
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Albums')
    await page.getByText('Over the pass').click()
    await expect.poll(heading).toBe('Over the pass')
    await page.getByText('Larches').click()
    await expect.poll(heading).toBe('Larches')
    expect(new URL(page.url()).pathname).toBe('/albums/2/photos/1')
    await page.goBack()
    await expect.poll(heading).toBe('Over the pass')
    expect(await page.title()).toBe('Over the pass')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
    await page.goto(new URL('/albums/7', url).href)
    await expect.poll(heading).toBe('Page not found')
    return errors
  }

  test.each(['react', 'vue'])('%s are shown in dev and from its build', async (kind) => {
    const { root } = await createdProject(kind, [])
    const { url, server } = await serve(root)
    expect(await visitPages(url)).toEqual([])
    const prebundled = Object.keys(server.environments.client.depsOptimizer!.metadata.optimized)
    expect(prebundled).toContain(kind)
    expect(prebundled.filter((dependency) => dependency.includes('turnout'))).toEqual([])

    const built = await preview(configOf(root))
    onTestFinished(() => built.close())
    expect(await visitPages(built.resolvedUrls!.local[0]!)).toEqual([])
    expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('<div id="app">')
  })
})
