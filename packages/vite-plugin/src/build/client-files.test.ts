import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ResolvedConfig } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { filesIn } from '../files/paths.ts'
import { fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { SERVER } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import { finishClient, removeDocumentNextTime } from './client-files.ts'
import { serverEntryModule } from './server-entry-module.ts'

const none = tableOf(() => {})
const about = tableOf((r) => r.get('about', { to: 'pages#about' }))

interface BuildSettings {
  /** Contents by file, relative to the output folder. */
  readonly files: Readonly<Record<string, string>>
  /** The files of the bundle; all files by default. */
  readonly bundle?: readonly { type: 'chunk' | 'asset'; fileName: string; isEntry?: boolean }[]
  readonly manifest?: Manifest
  readonly options?: TurnoutOptions
  readonly build?: object
  readonly publicFiles?: Readonly<Record<string, string>>
}

/** Takes in a client build, and returns the files that are left, the messages, and the entry of the server. */
function takeIn({ files, bundle, manifest = none, options = {}, build = {}, publicFiles = {} }: BuildSettings) {
  const prefixed = (folder: string, contents: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(contents).map(([file, text]) => [`${folder}/${file}`, text]))
  const root = makeFolder({ ...prefixed('dist/client', files), ...prefixed('public', publicFiles) })
  const folder = path.posix.join(root, 'dist/client')
  const project = fakeProject(root, manifest, { server: true, ...options })
  const { logger, lines } = recordLog()
  const take = () => {
    const chunks = bundle ?? Object.keys(files).map((fileName) => ({ type: 'asset' as const, fileName }))
    const config = { publicDir: path.posix.join(root, 'public'), build: build as ResolvedConfig['build'] }
    finishClient({ config, logger }, { folder, bundle: chunks }, project, manifest)
  }
  const left = () => filesIn(folder).map((file) => path.posix.relative(folder, file))
  const entry = ({ server = SERVER, base = '/', conditions = [] as string[], outDir = 'dist/server' } = {}) =>
    serverEntryModule(
      server,
      { base, root, build: { outDir }, resolve: { conditions } } as unknown as Parameters<typeof serverEntryModule>[1],
      project,
      manifest,
    )
  return { root, folder, take, left, lines, entry }
}

/** Returns the lists of files in the source of a server's entry; null if the server serves none. */
function servedBy(entry: string): { base: string; hashed: string[]; unhashed: string[] } | null {
  const [, json] = /^const files = (.*)$/m.exec(entry) ?? []
  return json === undefined ? null : (JSON.parse(json) as { base: string; hashed: string[]; unhashed: string[] })
}

/** Returns the files of a build that browsers keep for ever. */
function hashedOf(settings: BuildSettings): string[] {
  const { take, entry } = takeIn(settings)
  take()
  return servedBy(entry())?.hashed ?? []
}

describe('finishClient', () => {
  test('deletes files that a route hides, and the folders that become empty', () => {
    const manifest = tableOf((r) => {
      r.get('about.html', { to: 'pages#about' })
      r.get('docs/old/page.txt', { to: 'pages#docs' })
    })
    const { folder, take, left } = takeIn({
      manifest,
      files: { 'about.html': '', 'docs/old/page.txt': '', 'docs/new.txt': '', 'robots.txt': '' },
    })
    take()
    expect(left()).toEqual(['docs/new.txt', 'robots.txt'])
    expect(existsSync(path.join(folder, 'docs/old'))).toBe(false)
  })

  test('deletes the last folder as well, but not the output folder', () => {
    const { folder, take } = takeIn({
      manifest: tableOf((r) => r.get('a/b/c.txt', { to: 'pages#c' })),
      files: { 'a/b/c.txt': '' },
    })
    take()
    expect(existsSync(path.join(folder, 'a'))).toBe(false)
    expect(existsSync(folder)).toBe(true)
  })

  test('keeps a file with a hash, which is served before the routes, and reports it', () => {
    const { take, left, lines } = takeIn({
      manifest: tableOf((r) => r.get('assets/*file', { to: 'files#show', format: false })),
      files: { 'assets/app-B8f2x9Qk.js': '', 'assets/app-notahash.js': '' },
      bundle: [{ type: 'chunk', fileName: 'assets/app-B8f2x9Qk.js', isEntry: true }],
    })
    take()
    expect(left()).toEqual(['assets/app-B8f2x9Qk.js'])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('file-hides-route')
    expect(lines[0]).toContain('dist/client/assets/app-B8f2x9Qk.js')
  })

  test('reports a built file that a route hides, but no file of `publicDir` and no file with a dot', () => {
    const manifest = tableOf((r) => {
      for (const name of ['about.html', 'copied file.txt', '.hidden']) r.get(name, { to: 'pages#show' })
    })
    const { take, lines } = takeIn({
      manifest,
      files: { 'about.html': '', 'copied file.txt': '', '.hidden': '' },
      publicFiles: { 'copied file.txt': '' },
    })
    take()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('route-hides-file')
    expect(lines[0]).toContain('about.html')
    expect(lines[0]).not.toMatch(/copied|hidden/)
  })

  test('reports no page that only a catch-all matches', () => {
    const { take, left, lines } = takeIn({
      manifest: tableOf((r) => r.get('*path', { to: 'pages#show' })),
      files: { 'index.html': '' },
    })
    take()
    expect(lines).toEqual([])
    expect(left()).toEqual(['index.html'])
  })

  test('throws if the project makes an error of it, and follows a severity that is off', () => {
    const settings = { manifest: tableOf((r) => r.get('about.html', { to: 'pages#a' })), files: { 'about.html': '' } }
    const strict = takeIn({ ...settings, options: { severities: { 'route-hides-file': 'error' } } })
    expect(strict.take).toThrow('about.html')
    const silent = takeIn({ ...settings, options: { severities: { 'route-hides-file': 'off' } } })
    silent.take()
    expect(silent.lines).toEqual([])
  })

  const document = tableOf((r) => r.get('index.html', { to: 'pages#show' }))

  test('keeps the document for the server of an application with pages, and deletes it next time', () => {
    const { root, take, left } = takeIn({
      manifest: document,
      files: { 'index.html': '', 'a.txt': '' },
      options: { pages: 'src/pages' },
      bundle: [],
    })
    take()
    expect(left()).toEqual(['a.txt', 'index.html'])
    removeDocumentNextTime(root)
    take()
    expect(left()).toEqual(['a.txt'])
    // A document that is missing is no error.
    removeDocumentNextTime(root)
    expect(take).not.toThrow()
  })

  test('deletes the document of an application without pages if a route hides it', () => {
    const { take, left } = takeIn({ manifest: document, files: { 'index.html': '' }, bundle: [] })
    take()
    expect(left()).toEqual([])
  })

  test('deletes the document once only', () => {
    const { root, take, left } = takeIn({ files: { 'index.html': '' }, options: { pages: 'src/pages' } })
    removeDocumentNextTime(root)
    take()
    expect(left()).toEqual([])
    const next = takeIn({ files: { 'index.html': '' }, options: { pages: 'src/pages' } })
    next.take()
    expect(next.left()).toEqual(['index.html'])
  })
})

describe('the names of files with a hash', () => {
  const hash = 'B8f2x9Qk'
  const chunk = (fileName: string, isEntry?: boolean) => ({
    type: 'chunk' as const,
    fileName,
    ...(isEntry !== undefined && { isEntry }),
  })
  const asset = (fileName: string) => ({ type: 'asset' as const, fileName })
  const filesOf = (bundle: readonly { fileName: string }[]) =>
    Object.fromEntries(bundle.map(({ fileName }) => [fileName, '']))
  const hashed = (bundle: BuildSettings['bundle'] & {}, output?: unknown, key = 'rolldownOptions') =>
    hashedOf({
      files: filesOf(bundle),
      bundle,
      ...(output !== undefined && { build: { [key]: { output } } }),
    })

  test('are those of Vite by default', () => {
    const files = [
      asset(`assets/style-${hash}.css`),
      chunk(`assets/index-${hash}.js`, true),
      chunk(`assets/lazy-${hash}.js`),
      asset(`assets/index-${hash}.js.map`),
    ]
    expect(hashed(files)).toEqual(files.map(({ fileName }) => fileName).toSorted())
  })

  test('are not those of files that plugins name', () => {
    const files = [
      asset('robots.txt'),
      asset('assets/plain.css'),
      asset('assets/icon-favorite.svg'),
      asset(`other/style-${hash}.css`),
      asset(`x/assets/style-${hash}.css`),
      asset(`assets/style-${hash.slice(1)}.css`),
    ]
    expect(hashed(files)).toEqual([])
  })

  test('may end with a number that a bundler appends, and need a digit, a capital or an underscore', () => {
    const files = ['a-B8f2x9Qk2.css', 'a-abcdefgh.css', 'a-abcdefg1.css', 'a-abcdefgH.css', 'a-abcd_fgh.css']
    expect(hashed(files.map((name) => asset(`assets/${name}`)))).toEqual(
      ['a-B8f2x9Qk2.css', 'a-abcd_fgh.css', 'a-abcdefg1.css', 'a-abcdefgH.css'].map((name) => `assets/${name}`),
    )
  })

  test('follow the option of their kind', () => {
    const output = {
      entryFileNames: 'e/[name].[hash].js',
      chunkFileNames: 'c/[name].[hash:10].js',
      assetFileNames: 'a/[hash]/[name]',
    }
    const files = [
      chunk(`e/x.${hash}.js`, true),
      chunk(`e/y.${hash}.js`),
      chunk('c/x.B8f2x9Qk12.js'),
      chunk(`c/y.${hash}.js`),
      chunk('c/z.B8f2x9Qk12.js', true),
      asset(`a/${hash}/x`),
      asset(`e/z.${hash}.js`),
      // The maps of an entry and of a chunk are assets.
      asset(`e/x.${hash}.js.map`),
      asset('c/x.B8f2x9Qk12.js.map'),
      asset(`a/${hash}/y.map`),
    ]
    const expected = [
      `a/${hash}/x`,
      'c/x.B8f2x9Qk12.js',
      'c/x.B8f2x9Qk12.js.map',
      `e/x.${hash}.js`,
      `e/x.${hash}.js.map`,
    ]
    expect(hashed(files, output)).toEqual(expected)
    expect(hashed(files, output, 'rollupOptions')).toEqual(expected)
    // An array has several outputs.
    expect(hashed(files, [{}, output])).toEqual(expected)
  })

  test('are unknown for a function, an option without a hash, and one with several', () => {
    const files = [asset(`assets/a-${hash}.css`), asset(`assets/${hash}-${hash}.css`)]
    expect(hashed(files, { assetFileNames: () => 'assets/[name]-[hash].css' })).toEqual([])
    expect(hashed(files, { assetFileNames: 'assets/[name].css' })).toEqual([])
    expect(hashed(files, { assetFileNames: 'assets/[hash]-[hash].css' })).toEqual([])
  })

  test('have the characters of the option that regular expressions treat differently', () => {
    const option = 'a.b+(c)/[name:12]-[hash].css'
    const files = [asset(`a.b+(c)/x-${hash}.css`), asset(`aXb+(c)/x-${hash}.css`), asset(`a.bb(c)/x-${hash}.css`)]
    expect(hashed(files, { assetFileNames: option })).toEqual([`a.b+(c)/x-${hash}.css`])
  })
})

describe('serverEntryModule', () => {
  test('exports the module that receives requests, if no client is built', () => {
    const { entry } = takeIn({ files: {} })
    expect(entry()).toBe(
      "import own, { dispatch } from 'virtual:routes/server'\nconst server = { default: own }\nexport { dispatch }\nexport default server.default\n",
    )
    expect(entry({ server: '/app/src/server.ts' })).toBe(
      "import * as server from '/app/src/server.ts'\nexport * from '/app/src/server.ts'\nexport default server.default\n",
    )
  })

  test('serves the files of the client from its folder, except pages and hidden files', () => {
    const { take, entry } = takeIn({
      manifest: about,
      files: { 'index.html': '', 'robots.txt': '', about: '', [`assets/a-B8f2x9Qk.js`]: '' },
      bundle: [
        { type: 'asset', fileName: 'index.html' },
        { type: 'chunk', fileName: 'assets/a-B8f2x9Qk.js' },
      ],
    })
    take()
    expect(servedBy(entry())).toEqual({ base: '/', hashed: ['assets/a-B8f2x9Qk.js'], unhashed: ['robots.txt'] })
    expect(entry().split('\n')).toEqual([
      "import own, { dispatch } from 'virtual:routes/server'",
      'const server = { default: own }',
      'export { dispatch }',
      "import { serveFiles } from '@turnout/server'",
      'export default server.default',
      "const folder = '../client/'",
      'const load = async () => {',
      "  const [{ staticMiddleware: make }, { fileURLToPath }] = await Promise.all([import('srvx/static'), import('node:url')])",
      '  return { make, dir: fileURLToPath(new URL(folder, import.meta.url)) }',
      '}',
      'const files = {"base":"/","hashed":["assets/a-B8f2x9Qk.js"],"unhashed":["robots.txt"]}',
      'const { middleware: named, default: served } = { ...server }',
      'export const middleware = [serveFiles(files, load), ...(named ?? served?.middleware ?? [])]',
      '',
    ])
  })

  test('serves files below the base, unless it is a URL or relative', () => {
    const { take, entry } = takeIn({ files: { 'robots.txt': '' } })
    take()
    expect(servedBy(entry({ base: '/app/' }))!.base).toBe('/app/')
    expect(servedBy(entry({ base: 'https://cdn.example/app/' }))!.base).toBe('/')
    expect(servedBy(entry({ base: './' }))!.base).toBe('/')
  })

  test('finds the folder of the client from its own', () => {
    const { take, entry } = takeIn({ files: { 'robots.txt': '' } })
    take()
    expect(entry({ outDir: 'x/server' })).toContain("const folder = '../../dist/client/'")
  })

  test('leaves the files to platforms of workers', () => {
    const { take, entry } = takeIn({ files: { 'robots.txt': '' } })
    take()
    for (const condition of ['workerd', 'worker'])
      expect(servedBy(entry({ conditions: ['module', condition] }))).toBeNull()
    for (const condition of ['node', 'workerx', 'xworkerd'])
      expect(servedBy(entry({ conditions: [condition] }))!.unhashed).toEqual(['robots.txt'])
  })

  test('serves no files if the client has none', () => {
    const { take, entry } = takeIn({ files: { 'index.html': '' } })
    take()
    expect(servedBy(entry())).toBeNull()
  })
})
