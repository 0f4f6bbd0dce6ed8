// What a build and a dev server print of problems, and how often.
import { build, createBuilder, createLogger, type LogOptions } from 'vite'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

function logger() {
  const lines: string[] = []
  const log = (text: string, _options?: LogOptions) => void lines.push(...text.split('\n'))
  return { lines, customLogger: { ...createLogger('silent'), info: log, warn: log, error: log } }
}

const headings = (lines: readonly string[]) => lines.filter((line) => /^(?:hint|warning|error)\[|^And more/.test(line))
const hintless = (line: string) => !line.startsWith('hint')

/** Pairs of routes of which the second is never reached. */
const shadowed = (count: number, prefix = '') => {
  const pair = (path: string) => [`  r.get('${path}', { to: 'a#b' })`, `  r.get('${path}', { to: 'a#c', as: null })`]
  return Array.from({ length: count }, (_, number) => pair(`${prefix}a${number}`))
    .flat()
    .join('\n')
}

const files = (body: string) => ({
  'config/routes.ts': routesFile(body),
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `import { match } from 'virtual:routes'\nconsole.log(match)`,
})

test('a build prints some warnings of a kind, says how many more there are, and `turnout check` prints all', async () => {
  const root = makeProject(files(shadowed(40)))
  const { lines, customLogger } = logger()
  await build(viteConfig(root, {}, { customLogger }))
  const told = headings(lines).filter(hintless)
  expect(told.slice(0, -1)).toEqual(Array.from({ length: 5 }, () => expect.stringContaining('[unreachable-route]')))
  expect(told.at(-1)).toBe('And more warnings: 35 unreachable-route; `turnout check` lists more.')
  const { out } = await runCommand(['check'], root)
  expect(out.match(/^warning\[unreachable-route\]/gm)).toHaveLength(40)
})

test('a build of several environments prints them once', async () => {
  const { lines, customLogger } = logger()
  const root = makeProject(files(shadowed(2)))
  const ssr = { build: { outDir: 'dist/server', ssr: true, rollupOptions: { input: 'src/main.ts' } } }
  const config = { customLogger, builder: {}, environments: { client: { build: { outDir: 'dist/client' } }, ssr } }
  await (await createBuilder(viteConfig(root, {}, config))).buildApp()
  expect(headings(lines).filter(hintless)).toHaveLength(2)
})

test('a dev server prints what is new, wherever an edit moves the rest, and errors last', async () => {
  const { lines, customLogger } = logger()
  const root = makeProject(files(shadowed(2)))
  const server = await devServer(root, {}, { customLogger })
  const served = async () => (await server.ssrLoadModule('virtual:routes/manifest'))['default'] as { routes: unknown[] }
  await served()
  expect(headings(lines).filter(hintless)).toHaveLength(2)
  lines.length = 0
  writeFiles(root, { 'config/routes.ts': `\n\n${routesFile(`${shadowed(2)}\n${shadowed(1, 'new/')}`)}` })
  await expect.poll(async () => (await served()).routes.length).toBe(6)
  expect(headings(lines).filter(hintless)).toEqual([expect.stringContaining('/new/a0')])
  lines.length = 0
  writeFiles(root, { 'config/routes.ts': routesFile(`  r.match('x', { to: 'a#b' })\n${shadowed(3, 'other/')}`) })
  await expect.poll(() => headings(lines).at(-1)).toMatch(/^error\[missing-via\]/)
})

test('a dev server confirms that an edit has fixed the routes', async () => {
  const { lines, customLogger } = logger()
  const root = makeProject(files(`  r.resources('photos', { onyl: 'index' })`))
  const server = await devServer(root, {}, { customLogger })
  const served = async () => (await server.ssrLoadModule('virtual:routes/manifest'))['default'] as { routes: unknown[] }
  await served()
  expect(lines).not.toContainEqual(expect.stringContaining('Routes fixed'))
  writeFiles(root, files(`  r.resources('photos', { only: 'index' })`))
  await expect.poll(async () => (await served()).routes.length).toBe(1)
  expect(lines.filter((line) => line.includes('Routes fixed'))).toEqual([
    expect.stringMatching(/Routes fixed.*, 1 route\.$/),
  ])
})

test('a misspelt option is one report, with the actions that are missing because of it', async () => {
  const { lines, customLogger } = logger()
  const root = makeProject({
    ...files(`  r.resources('photos', { onyl: 'index' })`),
    'src/controllers/photos.ts': 'export const index = () => {}',
  })
  const server = await devServer(root, { controllers: 'src/controllers' }, { customLogger })
  await server.ssrLoadModule('virtual:routes')
  expect(headings(lines).filter(hintless)).toEqual([expect.stringContaining('[unknown-option]')])
  expect(lines.join('\n')).toMatch(/does not export the action `create` of .* are missing too: `new`, `edit`/)
  expect(lines.length).toBeLessThan(25)
})
