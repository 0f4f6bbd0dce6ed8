import { rmSync } from 'node:fs'
import { build } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import { devServer, loadedProject, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.resources('photos', { only: ['index', 'show', 'new'] })\n  r.get('sign-in', { to: 'sessions#sign_in' })\n  r.draw('api')`,
    `import { page } from './routes/shared'\nconsole.assert(page)`,
  ),
  'config/routes/api.ts': routesFile(`  r.get('status', { to: 'api/status#show' })`),
  'config/routes/shared.ts': `export const page = 1`,
  'controllers/photos.ts': `export const index = () => 1\nexport const show = () => 2\nconst make = () => 3\nexport { make as new }`,
  'controllers/sessions.ts': `export function signIn() {}`,
  'controllers/api/status.ts': `export default { show() {} }`,
}
const options = { controllers: 'controllers' }

/** `code file:line:column message` of each problem. */
async function problemsOf(root: string, more: object = {}): Promise<string[]> {
  const { problems } = await (await loadedProject(root, { ...options, ...more })).outcome()
  return problems.map(({ code, message, location }) => {
    const at = location === null ? '' : ` ${location.file}:${location.line}:${location.column}`
    return `${code}${at} ${message}`
  })
}

describe('the files of a project', () => {
  test('raise nothing where every route has its action, every action its route and every file its draw', async () => {
    expect(await problemsOf(makeProject(files))).toEqual([])
  })

  test('raise what does not fit the table', async () => {
    const root = makeProject({
      ...files,
      'controllers/photos.ts': `export const indx = () => 1\nexport * as more from './more'\nexport const show = () => 2`,
      'controllers/sesions.ts': files['controllers/sessions.ts'],
      'controllers/sessions.ts': `export * from './sesions'`,
      'controllers/api/_shared.ts': `export const a = () => 1`,
      'config/routes/old/legacy.ts': routesFile(''),
      'config/routes/api.test.ts': '',
    })
    expect(await problemsOf(root)).toEqual([
      'unknown-action config/routes.ts:5:5 `controllers/photos.ts` does not export the action `index` of `GET /photos(.:format)`. Did you mean `indx`? These actions of the same call are missing too: `new`.',
      "undrawn-route-file config/routes/old/legacy.ts:1:1 No route file draws `config/routes/old/legacy.ts` with `draw('old/legacy')`.",
      'unused-action controllers/photos.ts:1:14 No route has the action `photos#indx`.',
      'unused-controller controllers/sesions.ts:1:1 No route uses the controller `sesions`.',
    ])
  })

  test('raise files with one name in routes: each name once, with all its files', async () => {
    const controller = files['controllers/photos.ts']
    const component = '<template />'
    const root = makeProject({
      'controllers/photos.ts': controller,
      'controllers/sessions.ts': files['controllers/sessions.ts'],
      'config/routes.ts': routesFile(
        `r.resources('photos', { only: ['index', 'show', 'new'] })\n  r.get('sign-in', { to: 'sessions#sign_in' })\n  r.get('area', { to: 'admin_area/things#index' })`,
      ),
      'controllers/photos.js': controller,
      'controllers/photos/index.ts': controller,
      'controllers/photosController.ts': controller,
      'controllers/admin-area/things.ts': `export const index = () => 1`,
      'controllers/adminArea/things.ts': `export const index = () => 2`,
      'controllers/adminArea/_things.ts': `export const index = () => 2`,
      'pages/photos/show.vue': component,
      'pages/photos/Show.svelte': component,
      'pages/photos/show.load.ts': 'export default () => 1',
      'pages/photos/Show.load.js': 'export default () => 1',
      'pages/sessions.ts': 'export const SignIn = 1',
      'pages/Sessions.tsx': 'export const SignIn = 1',
    })
    expect(await problemsOf(root, { pages: 'pages' })).toEqual([
      'duplicate-module controllers/adminArea/things.ts:1:1 2 files have the name `admin_area/things` in routes: `controllers/admin-area/things.ts`, `controllers/adminArea/things.ts`.',
      'duplicate-module controllers/photos.ts:1:1 4 files have the name `photos` in routes: `controllers/photos.js`, `controllers/photos.ts`, `controllers/photos/index.ts` and 1 more.',
      'duplicate-module pages/photos/show.load.ts:1:1 2 files have the name `photos#show.load` in routes: `pages/photos/Show.load.js`, `pages/photos/show.load.ts`.',
      'duplicate-module pages/photos/show.vue:1:1 2 files have the name `photos#show` in routes: `pages/photos/Show.svelte`, `pages/photos/show.vue`.',
      'duplicate-module pages/sessions.ts:1:1 2 files have the name `sessions` in routes: `pages/Sessions.tsx`, `pages/sessions.ts`.',
    ])
  })

  test('raise a controller that is not there, once for all routes of a call', async () => {
    const { 'controllers/sessions.ts': sessions, 'controllers/photos.ts': _, ...others } = files
    const root = makeProject({ ...others, 'controllers/session.ts': sessions })
    expect(await problemsOf(root)).toEqual([
      'unknown-controller config/routes.ts:5:5 There is no controller `photos`.',
      'unknown-controller config/routes.ts:6:5 There is no controller `sessions`. Did you mean `session`?',
      'unused-controller controllers/session.ts:1:1 No route uses the controller `session`.',
    ])
  })

  test('are not compared without the option, nor while the route files have errors', async () => {
    const root = makeProject({ ...files, 'controllers/photos.ts': '' })
    expect(await problemsOf(root, { controllers: undefined })).toEqual([])
    writeFiles(root, { 'config/routes.ts': routesFile(`  r.get('a')`) })
    expect(await problemsOf(root)).toEqual([expect.stringMatching(/^missing-controller/)])
  })

  test('are missing where the folder is', async () => {
    expect(await problemsOf(makeProject(files), { controllers: 'src/controlers' })).toEqual([
      'no-controllers There is no folder `src/controlers`.',
    ])
  })

  test('fail a build where their severity is that of an error', async () => {
    const root = makeProject({ ...files, 'src/main.ts': `import 'virtual:routes'`, 'controllers/photos.ts': '' })
    const input = { build: { rollupOptions: { input: 'src/main.ts' } } }
    await build(viteConfig(root, options, input))
    const strict = { ...options, severities: { 'unknown-action': 'error' } } as const
    await expect(build(viteConfig(root, strict, input))).rejects.toThrow('does not export the action `index`')
  })

  test('are compared again in dev when one changes, appears or goes', async () => {
    const root = makeProject(files)
    const lines: string[] = []
    const print = (message: string) => void lines.push(message)
    const logger = { info: print, warn: print, warnOnce: print, error: print, clearScreen() {}, hasWarned: false }
    await devServer(root, options, { customLogger: { ...logger, hasErrorLogged: () => false } })
    const said = (text: string) => vi.waitFor(() => expect(lines.join('\n')).toContain(text), { timeout: 30_000 })
    writeFiles(root, { 'controllers/photos.ts': `${files['controllers/photos.ts']}\nexport const edit = () => 4` })
    await said('No route has the action `photos#edit`')
    writeFiles(root, { 'controllers/albums.ts': 'export const index = () => 1' })
    await said('No route uses the controller `albums`')
    writeFiles(root, { 'config/routes/more.ts': routesFile('') })
    await said('No route file draws `config/routes/more.ts`')
    rmSync(`${root}/controllers/sessions.ts`)
    await said('There is no controller `sessions`')
  })
})
