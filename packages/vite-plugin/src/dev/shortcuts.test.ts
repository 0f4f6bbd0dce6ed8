import type { BindCLIShortcutsOptions, ResolvedConfig, ViteDevServer } from 'vite'
import { expect, test } from 'vitest'
import { compileRoutes } from '@turnout/compiler'
import type { Project } from '../project/project.ts'
import { addShortcuts } from './shortcuts.ts'

/** Returns a server that records what is bound, logged and opened. */
function fakeServer(table: typeof manifest, base = '/') {
  const bound: BindCLIShortcutsOptions<ViteDevServer>[] = []
  const lines: string[] = []
  const opened: unknown[] = []
  const log = (line: string) => void lines.push(line)
  const server = {
    config: {
      base,
      plugins: [{ name: 'turnout', api: { project: projectWith(table) } }],
      logger: { info: log, warn: log },
      server: { open: false },
    },
    bindCLIShortcuts: (options: BindCLIShortcutsOptions<ViteDevServer>) => void bound.push(options),
    openBrowser: () => void opened.push(server.config.server.open),
  }
  return { server: server as unknown as ViteDevServer, bound, lines, opened }
}

const { manifest } = compileRoutes((r) => r.resources('photos', { only: 'index' }))
const projectWith = (table: typeof manifest) => () =>
  ({ outcome: async () => ({ manifest: table }) }) as unknown as Project

const press = async (server: ViteDevServer, bound: readonly BindCLIShortcutsOptions<ViteDevServer>[], key: string) =>
  bound[0]!.customShortcuts!.find((shortcut) => shortcut.key === key)!.action!(server)

test('`t` prints the table, and `i` opens the inspector below the base', async () => {
  const { server, bound, lines, opened } = fakeServer(manifest, '/app/')
  addShortcuts(server, true)
  server.bindCLIShortcuts({ print: true })
  expect(bound[0]!.print).toBe(true)
  expect(bound[0]!.customShortcuts!.map(({ key, description }) => `${key}: ${description}`)).toEqual([
    't: print the route table',
    'i: open the inspector of the routes',
  ])
  await press(server, bound, 't')
  expect(lines.join('\n')).toContain('/photos(.:format)')
  await press(server, bound, 'i')
  expect(opened).toEqual(['/app/__turnout/'])
  expect((server.config as ResolvedConfig).server.open).toBe(false)
})

test('`t` says so if there is no table', async () => {
  const { server, bound, lines } = fakeServer(null)
  addShortcuts(server, true)
  server.bindCLIShortcuts()
  await press(server, bound, 't')
  expect(lines).toEqual(['The route files contain errors, so there is no table.'])
})

test('shortcuts of the project come first, and a key is bound once', () => {
  const { server, bound } = fakeServer(manifest)
  addShortcuts(server, false)
  const ownShortcut = { key: 't', description: 'run the tests', action: () => {} }
  server.bindCLIShortcuts({ customShortcuts: [ownShortcut] })
  expect(bound[0]!.customShortcuts).toEqual([ownShortcut])
})
