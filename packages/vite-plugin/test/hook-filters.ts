// For which modules of an application a bundler has to call the plugin.
import { build, version, type Plugin } from 'vite'
import { expect, test, vi } from 'vitest'
import { turnout } from '../src/index.ts'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.get('photos', { to: 'photos#index', constraints: guard })\n  r.get('office', { to: office })`,
    `import { guard } from '../src/guard'\nimport { office } from 'installed'`,
  ),
  'src/guard.ts': `import './other'\nexport const guard = () => true`,
  'src/other.ts': `export const other = 1`,
  'src/main.ts': `import './other'\nimport { match } from 'virtual:routes'\nconsole.log(match('GET', '/photos'))`,
  'node_modules/installed/package.json': `{ "name": "installed", "type": "module", "exports": "./index.js" }`,
  'node_modules/installed/index.js': `import './more.js'\nexport function office() {}`,
  'node_modules/installed/more.js': '',
}

/** What the hooks of the plugin are called with. */
function calledWith(plugin: Plugin) {
  const called = { resolveId: [] as string[], load: [] as string[], transform: [] as string[] }
  const spy = (name: keyof typeof called, position: number) => {
    const hook = plugin[name] as { handler(...args: unknown[]): unknown }
    const { handler } = hook
    vi.spyOn(hook, 'handler').mockImplementation(function (this: unknown, ...args: unknown[]) {
      called[name].push(String(args[position]))
      return handler.apply(this, args)
    })
  }
  spy('resolveId', 0)
  spy('load', 0)
  spy('transform', 1)
  return called
}

/** Declares the test, for the version that `vite` stands for. */
export function testHookFilters(major: string): void {
  test('is of that version', () => expect(version.split('.')[0]).toBe(major))

  test('a build calls the plugin for the routes, and for what names them', async () => {
    const root = makeProject(files)
    const plugin = turnout({ types: false })
    const called = calledWith(plugin)
    const { plugins: _, ...config } = viteConfig(root)
    await build({ ...config, plugins: [plugin], build: { rollupOptions: { input: `${root}/src/main.ts` } } })
    const about = (id: string) => /^virtual:routes|^@turnout\/runtime$/.test(id)
    expect(called.resolveId).toContain('virtual:routes')
    expect(called.resolveId.filter((id) => !about(id))).toEqual([])
    expect(called.load).toContain('virtual:routes')
    expect(called.load.filter((id) => !about(id))).toEqual([])
    expect(new Set(called.transform.filter((id) => !about(id)))).toEqual(new Set([`${root}/src/main.ts`]))
  })
}
