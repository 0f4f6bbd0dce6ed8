import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Logger } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PackageNotInstalled, loadLinks } from '../src/packages.ts'
import { buildPackages } from './built.ts'
import { runCommand, runInFolder } from './command.ts'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

const files = {
  'config/routes.ts': routesFile(`  r.resources('photos')\n  r.get('old', { to: redirect('/photos') })`),
  'src/main.ts': "fetch('/photo')\nfetch('/photos')\nlocation.href = '/old'\n",
}

/** The folders that pnpm adds to those in which Node searches packages. An application does not have them. */
const { NODE_PATH } = process.env

function searchIn(folders: string | undefined): void {
  if (folders === undefined) delete process.env['NODE_PATH']
  else process.env['NODE_PATH'] = folders
  ;(Module as unknown as { _initPaths(): void })._initPaths()
}

// The command loads the built package, as an installed one.
beforeAll(async () => {
  await buildPackages()
  searchIn(undefined)
})
afterAll(() => searchIn(NODE_PATH))

describe('turnout links', () => {
  it('prints the findings with their lines, and a summary', async () => {
    const { code, out, err } = await runCommand(['links'], makeProject(files))
    expect(out).toContain('No route matches `/photo`. Did you mean `/photos`?')
    expect(out).toContain('src/main.ts:1:7')
    expect(out).toContain("> 1 | fetch('/photo')")
    expect(out).toMatch(/3 links in 1 files, 1 error, 1 hint\.\n$/)
    expect([code, err]).toEqual([1, 'Mode: development.\n'])
  })

  it('reads the folders that it is given', async () => {
    const root = makeProject({ ...files, 'lib/a.ts': "fetch('/photos')" })
    const { code, out } = await runCommand(['links', path.join(root, 'lib')], root)
    expect([code, out]).toEqual([0, '1 links in 1 files, no findings.\n'])
  })

  it('prints JSON', async () => {
    const { code, out } = await runCommand(['links', '--json'], makeProject(files))
    const { errors, hints, diagnostics } = JSON.parse(out)
    expect({ code, errors, hints }).toEqual({ code: 1, errors: 1, hints: 1 })
    expect(diagnostics[0]).toMatchObject({ code: 'dead-link', location: { file: 'src/main.ts', line: 1, column: 7 } })
  })

  it('lists what it has not read', async () => {
    const root = makeProject({ ...files, 'src/a.astro': '<a href="/photos" />', 'src/b.ts': "fetch('/a'" })
    const { err } = await runCommand(['links'], root)
    expect(err).toContain('Skipped 1 files, because `@astrojs/compiler` is not installed.')
    expect(err).toContain('Skipped `src/b.ts`, because its syntax is not valid: ')
  })

  it('writes helpers with --fix, and only shows them with --dry', async () => {
    const root = makeProject(files)
    const source = () => readFileSync(path.join(root, 'src/main.ts'), 'utf8')
    expect((await runCommand(['links', '--fix', '--dry'], root)).out).toContain(
      "src/main.ts:2\n- fetch('/photos')\n+ fetch(photosPath())",
    )
    expect(source()).toBe(files['src/main.ts'])
    expect((await runCommand(['links', '--fix'], root)).out).toContain('Wrote src/main.ts.')
    expect(source()).toBe(
      "import { photosPath } from 'virtual:routes'\nfetch('/photo')\nfetch(photosPath())\nlocation.href = '/old'\n",
    )
    expect((await runCommand(['links', '--fix'], root)).out).not.toContain('Wrote')
  })

  it('checks nothing while the route files have errors', async () => {
    const root = makeProject({ ...files, 'config/routes.ts': routesFile(`  r.get('a')`) })
    const { code, err } = await runCommand(['links'], root)
    expect(code).toBe(2)
    expect(err).toContain('missing-controller')
  })

  it('names the package that it needs', async () => {
    await expect(loadLinks('/')).rejects.toThrow(PackageNotInstalled)
    await expect(loadLinks('/')).rejects.toThrow('npm install --save-dev @turnout/links')
  })

  const examples = path.join(REPOSITORY, 'examples')
  const applications = [
    path.join(REPOSITORY, 'playground'),
    ...readdirSync(examples).map((name) => path.join(examples, name)),
  ].filter((folder) => ['ts', 'js'].some((ending) => existsSync(path.join(folder, `vite.config.${ending}`))))

  it.each(applications)('finds no dead link in %s', async (folder) => {
    linkPackage(folder)
    const { code, out, err } = await runInFolder(['links'], folder)
    expect([code, err.replace(/^Mode: .*\n|.*; see `turnout check`\.\n/gm, ''), out]).toEqual([
      0,
      '',
      expect.stringMatching(/no findings\.\n$/),
    ])
  })

  it('finds no dead link in the documentation', async () => {
    const { code, out } = await runInFolder(['links', '../docs', '../README.md'], path.join(REPOSITORY, 'playground'))
    expect([code, out]).toEqual([0, expect.stringMatching(/links in \d{3} files, no findings\.\n$/)])
  })
})

/** Installs the package for an application of the workspace. */
function linkPackage(folder: string): void {
  const place = path.join(folder, 'node_modules/@turnout/links')
  if (existsSync(place)) return
  mkdirSync(path.dirname(place), { recursive: true })
  symlinkSync(path.join(REPOSITORY, 'packages/links'), place)
}

/** Returns a logger, and the lines that it has received. */
function recorder() {
  const lines: string[] = []
  const print = (message: string) => void lines.push(message)
  const rest = { clearScreen() {}, hasWarned: false, hasErrorLogged: () => false }
  const logger: Logger = { info: print, warn: print, warnOnce: print, error: print, ...rest }
  return { lines, logger }
}

describe('the option links', () => {
  it('reports dead links of a build as warnings', async () => {
    const root = makeProject(files)
    const { lines, logger } = recorder()
    const input = {
      customLogger: logger,
      logLevel: 'info',
      build: { rollupOptions: { input: 'src/main.ts' } },
    } as const
    await build(viteConfig(root, { links: true }, input))
    const dead = lines.filter((line) => line.includes('dead-link'))
    expect(dead).toHaveLength(1)
    expect(dead[0]).toContain("> 1 | fetch('/photo')")
    const without = recorder()
    await build(viteConfig(root, {}, { ...input, customLogger: without.logger }))
    expect(without.lines.join('\n')).not.toContain('dead-link')
  })

  it('reports dead links of a file that changes in dev, once', async () => {
    const root = makeProject(files)
    const { lines, logger } = recorder()
    await devServer(root, { links: { ignore: ['/blog'] } }, { customLogger: logger })
    const count = (text: string) => lines.filter((line) => line.includes(`No route matches ${text}`)).length
    // Vite's watcher drops a change shortly after the previous one, so the file is written again.
    const printedAfter = (source: string, text: string) => {
      const attempt = () => {
        writeFiles(root, { 'src/main.ts': `${source} // ${Date.now()}` })
        expect(count(text)).toBe(1)
      }
      return vi.waitFor(attempt, { timeout: 30_000, interval: 300 })
    }
    expect(lines.join()).not.toContain('dead-link')
    await printedAfter("fetch('/photo'); fetch('/blog/1')", '`/photo`')
    await printedAfter("fetch('/photo'); fetch('/albums')", '`/albums`')
    expect([count('`/photo`'), count('`/blog/1`')]).toEqual([1, 0])
    // A file is compared with the current routes.
    writeFiles(root, { 'config/routes.ts': routesFile(`  r.resources('albums')`) })
    await printedAfter("fetch('/albums'); fetch('/photos')", '`/photos`')
    expect(count('`/albums`')).toBe(1)
  })

  it('reports links of a loaded module that a new table breaks', async () => {
    const root = makeProject({ ...files, 'src/main.ts': "fetch('/photos'); fetch('/gone')" })
    const { lines, logger } = recorder()
    const server = await devServer(root, { links: true }, { customLogger: logger })
    await server.transformRequest('/src/main.ts')
    const rename = (attempt: number) => `  r.resources('albums') // ${attempt}`
    let attempts = 0
    await vi.waitFor(
      () => {
        writeFiles(root, { 'config/routes.ts': routesFile(rename((attempts += 1))) })
        expect(lines.filter((line) => line.includes('No route matches `/photos`'))).toHaveLength(1)
      },
      { timeout: 30_000, interval: 300 },
    )
  })

  it('must be a boolean or an object', () => {
    expect(() => viteConfig('/', { links: 1 as never })).toThrow('The option `links` of `turnout()` must be')
  })
})
