// Mistakes that are no error of the route files, or that nothing but a warning tells.
import { build, resolveConfig, type Plugin } from 'vite'
import { expect, it } from 'vitest'
import { loadProject } from '../src/cli/load-project.ts'
import { turnout } from '../src/plugin.ts'
import { writeTypesIfPossible } from '../src/types/write-types.ts'
import { runCommand } from './command.ts'
import { loadedProject, makeProject, routesFile, viteConfig, type Files } from './fixture.ts'

const ENTRY = 'config/routes.ts'
const ROOT_ONLY = { [ENTRY]: routesFile("  r.root('pages#home')") }

async function warnings(files: Files): Promise<string[]> {
  const { out } = await runCommand(['check', '--json'], makeProject(files))
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { code: string; message: string; location: { file: string; line: number } }[]
  }
  return diagnostics.map(({ code, message, location }) => `${code} ${location.file}:${location.line} ${message}`)
}

it('a second route file in the default places is reported, one of another router is not', async () => {
  expect(await warnings({ ...ROOT_ONLY, 'src/routes.ts': routesFile("  r.get('x', { to: 'a#b' })") })).toEqual([
    'ignored-route-file src/routes.ts:1 `src/routes.ts` declares routes, but nothing loads it: the entry is `config/routes.ts`.',
  ])
  expect(await warnings({ ...ROOT_ONLY, 'src/routes.ts': "export default [{ path: '/' }]" })).toEqual([])
})

it('a route file that imports itself is reported with the circle, directly or through another module', async () => {
  expect(
    await warnings({
      [ENTRY]: routesFile(
        '  r.get(`/${own?.x}`, { to: "a#b" })',
        "import * as own from './routes'\nexport const x = 'y'",
      ),
    }),
  ).toContainEqual(
    'circular-route-file config/routes.ts:2 `config/routes.ts` imports itself: config/routes.ts → config/routes.ts.',
  )
  expect(
    await warnings({
      [ENTRY]: routesFile('  r.get(name, { to: "a#b" })', "import { name } from './names'"),
      'config/names.ts': "import * as routes from './routes'\nexport const name = `x${typeof routes}`\n",
    }),
  ).toEqual([
    'circular-route-file config/routes.ts:2 `config/routes.ts` imports itself: config/routes.ts → config/names.ts → config/routes.ts.',
  ])
})

it('`plugins: [turnout]` is told that the parentheses are missing', async () => {
  const root = makeProject(ROOT_ONLY)
  const config = {
    root,
    configFile: false as const,
    logLevel: 'silent' as const,
    plugins: [turnout as unknown as Plugin],
  }
  await expect(resolveConfig(config, 'build')).rejects.toThrow('plugins: [turnout()]')
})

it.each([
  ['virtual:route', 'virtual:routes'],
  ['virtual:router/server', 'virtual:routes/server'],
  ['virtual:turnout', 'virtual:routes'],
  ['virtual:Routes', 'virtual:routes'],
])('an import of `%s` is told that `%s` was meant', async (source, meant) => {
  const page = { 'index.html': '<script type="module" src="/main.js"></script>', 'main.js': `import '${source}'` }
  const root = makeProject({ ...ROOT_ONLY, ...page })
  await expect(build(viteConfig(root))).rejects.toThrow(`There is no module \`${source}\`. Did you mean \`${meant}\`?`)
})

it('an import that another plugin knows is left to it', async () => {
  const root = makeProject({
    ...ROOT_ONLY,
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': "import 'virtual:router'",
  })
  const other: Plugin = {
    name: 'other',
    resolveId: (id) => (id === 'virtual:router' ? '\0router' : null),
    load: (id) => (id === '\0router' ? 'export {}' : null),
  }
  const config = viteConfig(root)
  await build({ ...config, plugins: [...config.plugins!, other] })
})

it('a project without a Vite config is read with `--root` and `--routes`', async () => {
  const root = makeProject({ 'routes/app.ts': routesFile("  r.root('pages#home')") })
  await expect(loadProject({ root })).rejects.toThrow('name the route file: `--routes config/routes.ts`')
  const project = await loadProject({ root, routes: 'routes/app.ts' })
  const { manifest } = await project.outcome()
  expect(manifest!.routes.map(({ name }) => name)).toEqual(['root'])
})

it('TypeScript configurations that leave the declarations out are named, with the line to change', async () => {
  const vue = {
    'tsconfig.json':
      '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
    'tsconfig.node.json': '{ "include": ["vite.config.*"] }',
    'tsconfig.app.json':
      '{\n  // create-vue\n  "extends": "x", "include": ["env.d.ts", "src/**/*", "src/**/*.vue",], }',
  }
  // Vite itself refuses a configuration that it cannot read, when it compiles the route file.
  const { manifest } = await (await loadedProject(makeProject(ROOT_ONLY))).outcome()
  const told = async (files: Files, types?: string) => {
    const project = await loadedProject(makeProject({ ...ROOT_ONLY, ...files }), types === undefined ? {} : { types })
    return writeTypesIfPossible(project, manifest!).map(({ code, fix }) => `${code} ${fix}`)
  }
  expect(await told(vue, 'virtual-routes.d.ts')).toEqual([
    'types-not-included In `tsconfig.app.json`, write `"include": ["virtual-routes.d.ts", "env.d.ts", "src/**/*", "src/**/*.vue"]`. Or let the plugin write them elsewhere: `types: \'src/routes.d.ts\'`.',
  ])
  expect(await told(vue, 'src/routes.d.ts')).toEqual([])
  expect(await told({ 'tsconfig.json': '{}' }, 'virtual-routes.d.ts')).toEqual([])
  expect(await told({ 'tsconfig.json': '{ "include": ["src", "*.d.ts"] }' }, 'virtual-routes.d.ts')).toEqual([])
  expect(await told({ 'tsconfig.json': '{ "extends": "./base.json" }' }, 'virtual-routes.d.ts')).toEqual([])
  expect(await told({ 'tsconfig.json': 'no JSON' }, 'virtual-routes.d.ts')).toEqual([])
})
