// Lines of files that are not the project's, or that `server.fs` denies: neither in source maps, nor in the overlay, nor on the
// page for errors, nor in the inspector.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createLogger, resolveConfig, type ResolvedConfig } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { shownSources } from '../../src/files/shown-source.ts'
import { errorPage } from '../../src/dev-pages/index.ts'
import { pageData } from '@turnout/inspector'
import { emittedModule } from '../../src/modules/routes-module.ts'
import { errorsOf, reportedError } from '../../src/problems/report.ts'
import { pageHost } from '../../src/serve/page-host.ts'
import { loadedProject, makeProject, routesFile, viteConfig } from '../fixture.ts'

const SECRET = 'do-not-tell'
const broken = routesFile(`  r.get('a(', { to: 'a#b' }) // ${SECRET}`)
const FILES = {
  'config/routes.ts': routesFile(`  r.root('pages#home')`),
  'src/own.ts': `// ${SECRET} is the project's own\n`,
  '.env.local.ts': `// ${SECRET}\n`,
  'certs/key.pem': `${SECRET}\n`,
}

/** A project, with links in its root to a file outside of it, and to one that is denied. */
function projectWithLinks(files = {}): { readonly root: string; readonly outside: string } {
  const root = makeProject({ ...FILES, ...files })
  const outside = makeProject({ 'routes.ts': broken, 'secret.ts': `// ${SECRET}\nthrow new Error('x')\n` })
  symlinkSync(path.join(outside, 'secret.ts'), path.join(root, 'src/link.ts'))
  symlinkSync(path.join(root, '.env.local.ts'), path.join(root, 'src/env.ts'))
  symlinkSync(outside, path.join(root, 'src/folder'))
  symlinkSync(path.join(root, 'src/own.ts'), path.join(root, 'src/own-link.ts'))
  return { root, outside }
}

const configOf = (root: string): Promise<ResolvedConfig> => resolveConfig(viteConfig(root), 'serve')

describe('the files that may be shown', () => {
  test.each([
    ['src/own.ts', true],
    ['src/own-link.ts', true],
    ['./src/../src/own.ts', true],
    ['src/link.ts', false],
    ['src/folder/secret.ts', false],
    ['src/env.ts', false],
    ['.env.local.ts', false],
    ['certs/key.pem', false],
    ['../../../package.json', false],
    ['/etc/hostname', false],
    ['src/not-there.ts', false],
    ['src', false],
  ])('%s: %s', async (file, isShown) => {
    const { root } = projectWithLinks()
    const { read } = shownSources(await configOf(root))
    expect(read(file) !== null).toBe(isShown)
    expect(read(path.join(root, file)) !== null).toBe(isShown && !file.startsWith('/'))
  })

  test('are those of the real root, where the root is a link', async () => {
    const { root } = projectWithLinks()
    const link = `${root}-link`
    symlinkSync(root, link)
    const { read } = shownSources(await configOf(link))
    onTestFinished(() => import('node:fs').then(({ rmSync }) => rmSync(link)))
    expect([read('src/own.ts') !== null, read(path.join(link, 'src/own.ts')) !== null, read('src/link.ts')]).toEqual([
      true,
      true,
      null,
    ])
  })
})

describe('a route file that is outside of the root, or denied', () => {
  test.each([
    ['a link', 'src/folder/routes.ts'],
    ['a path that leads out', null],
    ['a denied name', '.env.local.ts'],
  ])('%s: not in the overlay, and not in the inspector', async (_how, name) => {
    const { root, outside } = projectWithLinks({ '.env.local.ts': broken })
    const routes = name ?? path.relative(root, path.join(outside, 'routes.ts'))
    const project = await loadedProject(root, { routes })
    const { problems } = await project.outcome()
    expect(errorsOf(problems)).not.toEqual([])
    const overlay = reportedError(errorsOf(problems), project, 'overlay')
    expect(JSON.stringify([overlay, overlay.message, overlay.stack])).not.toContain(SECRET)
    const data = pageData({
      title: '',
      manifest: null,
      isStale: false,
      helpers: 'camelCase',
      base: '',
      problems,
      editor: null,
      pageOf: null,
      readSource: project.readAllowedSource,
    })
    expect(JSON.stringify(data)).not.toContain(SECRET)
    // The terminal is of the person who runs it.
    expect(reportedError(errorsOf(problems), project, 'terminal').frame).toContain(SECRET)
  })

  test('not in the source map of `virtual:routes`', async () => {
    const { root, outside } = projectWithLinks({
      'config/routes.ts': routesFile(
        `  declare(r)\n  r.get('own', { to: 'pages#own' })`,
        `import { declare } from '../src/folder/declare'`,
      ),
    })
    mkdirSync(outside, { recursive: true })
    writeFileSync(
      path.join(outside, 'declare.ts'),
      `// ${SECRET}\nexport const declare = (r) => r.get('other', { to: 'pages#other' })\n`,
    )
    const project = await loadedProject(root, {})
    const outcome = await project.outcome()
    const manifest = outcome.manifest!
    expect(manifest.routes).toHaveLength(2)
    for (const consumer of ['client', 'server'] as const) {
      const { map } = emittedModule('virtual:routes', { ...outcome, manifest }, project, {
        consumer,
        positions: true,
        live: { state: null },
      })!
      const sources = new Map(map.sources.map((source, index) => [path.basename(source), map.sourcesContent[index]]))
      expect(sources.get('declare.ts')).toBeNull()
      expect(sources.get('routes.ts')).toContain('declare(r)')
      expect(JSON.stringify(map)).not.toContain(SECRET)
    }
  })
})

describe('the page for errors', () => {
  const thrownAt = (file: string) =>
    Object.assign(new Error('boom'), { stack: `Error: boom\n    at act (${file}:1:1)` })
  const shownOn = async (error: unknown, root: string) => {
    const config = { ...(await configOf(root)), logger: createLogger('silent') }
    const context = {
      host: pageHost(config),
      manifest: null,
      problems: 0,
      base: undefined,
      hasInspector: true,
      version: 0,
    }
    const pages = ['text/html', 'application/json', '*/*'].map((accept) =>
      errorPage(
        error,
        { request: new Request('http://localhost/', { headers: { accept } }), target: '/' },
        context,
      ).text(),
    )
    return (await Promise.all(pages)).join('\n')
  }

  test.each(['src/link.ts', 'src/folder/secret.ts', 'src/env.ts', '.env.local.ts'])('%s', async (file) => {
    const { root } = projectWithLinks()
    const page = await shownOn(thrownAt(path.join(root, file)), root)
    expect(page).toContain('boom')
    expect(page).not.toContain(SECRET)
    // What Vite says of a module that it cannot compile has lines of it as well.
    const frame = `1 | ${SECRET}`
    const given = Object.assign(new Error('syntax'), { plugin: 'vite:oxc', id: path.join(root, file), frame })
    expect(await shownOn(given, root)).not.toContain(SECRET)
    // Rolldown and Oxc draw the lines in the message.
    const drawing = `Transform failed with 1 error:\n\n[PARSE_ERROR] Oops\n   ╭─[ ${file}:1:2 ]\n   │\n 1 │ ${SECRET}\n   │ ─┬\n───╯`
    const drawn = Object.assign(new Error(drawing), { id: path.join(root, file) })
    expect(await shownOn(drawn, root)).not.toContain(SECRET)
    expect(await shownOn(drawn, root)).toContain('Oops')
  })

  test('shows lines of the project', async () => {
    const { root } = projectWithLinks()
    expect(await shownOn(thrownAt(path.join(root, 'src/own.ts')), root)).toContain(SECRET)
  })
})
