// Where the declarations cannot be written. The tests may run as root, whom no read-only folder stops; a folder in the
// place of the file stops everybody.
import { build, createLogger, type LogOptions } from 'vite'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const TYPES = 'virtual-routes.d.ts'
const files = {
  'config/routes.ts': routesFile(`  r.resources('photos')`),
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'src/main.js': `import { photoPath } from 'virtual:routes'\nglobalThis.path = photoPath(1)`,
  [`${TYPES}/kept.txt`]: '',
}
const MESSAGE = `warning[types-not-written] \`${TYPES}\` was not written: `

function logger() {
  const warnings: string[] = []
  const warn = (text: string, _options?: LogOptions) => void warnings.push(text)
  return { warnings, customLogger: { ...createLogger('silent'), warn } }
}

test('a build warns, and goes on', async () => {
  const { warnings, customLogger } = logger()
  await build(viteConfig(makeProject(files), { types: TYPES }, { customLogger }))
  expect(warnings).toEqual([expect.stringContaining(MESSAGE)])
  // Where the folder would be made, there is a file.
  const blocked = makeProject({ ...files, blocked: '' })
  await build(viteConfig(blocked, { types: 'blocked/routes.d.ts' }, { customLogger }))
  expect(warnings[1]).toContain('`blocked/routes.d.ts` was not written')
})

test('a build says nothing, or fails, as the option `severities` has it', async () => {
  const { warnings, customLogger } = logger()
  const off = { types: TYPES, severities: { 'types-not-written': 'off' } } as const
  await build(viteConfig(makeProject(files), off, { customLogger }))
  expect(warnings).toEqual([])
  const error = { types: TYPES, severities: { 'types-not-written': 'error' } } as const
  await expect(build(viteConfig(makeProject(files), error))).rejects.toThrow('[types-not-written]')
})

test('a dev server warns once', async () => {
  const { warnings, customLogger } = logger()
  const server = await devServer(makeProject(files), { types: TYPES }, { customLogger })
  const load = async () => (await server.ssrLoadModule('virtual:routes'))['photoPath'] as (id: number) => string
  expect((await load())(1)).toBe('/photos/1')
  writeFiles(server.config.root, { 'config/routes.ts': routesFile(`  r.resources('photos', { path: 'pictures' })`) })
  await expect.poll(async () => (await load())(1)).toBe('/pictures/1')
  const found = warnings.filter((text) => text.includes('types-not-written'))
  expect(found).toEqual([expect.stringContaining(MESSAGE)])
})

test('`turnout types` fails, and `--check` finds it missing', async () => {
  const root = makeProject(files)
  const { code, err } = await runCommand(['types'], root, { types: TYPES })
  expect(code).toBe(2)
  expect(err).toContain(`error[types-not-written] \`${TYPES}\` was not written: `)
  expect((await runCommand(['types', '--check'], root, { types: TYPES })).code).toBe(1)
})
