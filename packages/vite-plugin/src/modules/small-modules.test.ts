// `virtual:routes/client`, `virtual:routes/template`, the runtime in a browser's dev server, and the server's entry.
import path from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import type { Environment, ViteDevServer } from 'vite'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/fake-project.ts'
import { clientModule } from './application-modules.ts'
import {
  NAVIGATION_PACKAGE,
  entryFileOf,
  RUNTIME,
  RUNTIME_PAGES,
  resolveRuntimeImport,
  loadRuntimeModule,
  runtimeId,
  SERVER_CLIENT,
  SERVER_PACKAGE,
} from './runtime-modules.ts'
import { serverEntry } from './server-entry.ts'
import { builtTemplate, builtTemplateFile, servedTemplate, transformTemplate } from './template-module.ts'

describe('clientModule', () => {
  const remote =
    "import { createSend } from '@turnout/server/client'\nexport { createSend }\nexport const send = /* @__PURE__ */ createSend()\n"

  test('exports the functions of the runtime to browsers, and to servers of other applications', () => {
    expect(clientModule('client', true)).toBe(remote)
    expect(clientModule('client', false)).toBe(remote)
    expect(clientModule('server', false)).toBe(remote)
  })

  test('sends to `dispatch` in the process of a server that serves its routes', async () => {
    const code = clientModule('server', true)
      .replace(
        "import { createSend as createSendWith } from '@turnout/server/client'",
        'const createSendWith = (settings = {}) => settings',
      )
      .replace(
        "await import('virtual:routes/server')",
        "{ dispatch: 'dispatch', sendInProcess: (...values) => values }",
      )
    expect(code).toContain('export const send = /* @__PURE__ */ createSend()\n')
    interface Sender {
      readonly parse?: string
      fetch(url: string, init?: object): Promise<unknown>
    }
    const { createSend, send } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      createSend(settings?: object): Sender
      send: Sender
    }
    expect(await send.fetch('/photos', { method: 'POST' })).toEqual(['dispatch', '/photos', { method: 'POST' }, {}])
    const settings = { context: { user: 1 }, origin: 'https://example.org', forward: ['accept-language'] }
    const settled = createSend({ ...settings, parse: 'kept' })
    expect(settled.parse).toBe('kept')
    expect(await settled.fetch('/a')).toEqual(['dispatch', '/a', undefined, settings])
  })
})

describe('the runtime', () => {
  test('is found as files', () => {
    for (const specifier of [RUNTIME, SERVER_PACKAGE, NAVIGATION_PACKAGE])
      expect(entryFileOf(specifier)).toMatch(/^(?:\/|\w:\/).*\/index\.js$/)
    expect(entryFileOf(RUNTIME_PAGES)).toBe(`${path.posix.dirname(entryFileOf(RUNTIME))}/pages.js`)
    expect(entryFileOf(SERVER_CLIENT)).toBe(`${path.posix.dirname(entryFileOf(SERVER_PACKAGE))}/client.js`)
  })

  test('has ids without a path on disk', () => {
    expect(runtimeId('pages.js')).toBe('\0turnout:runtime/pages.js')
    expect(runtimeId()).toBe(`\0turnout:runtime/${path.basename(entryFileOf(RUNTIME))}`)
  })

  // Unit tests also run before the first build.
  const folder = path.dirname(entryFileOf(RUNTIME))
  const built = existsSync(folder) ? readdirSync(folder).filter((name) => /^[\w-]+\.js$/.test(name)) : []

  test('serves modules of its folder, and nothing else', () => {
    for (const name of ['../package.json', 'server/index.js', 'no-such-file.js', 'index.ts', 'a.js?raw', '.js', '']) {
      expect(resolveRuntimeImport(`virtual:routes/runtime/${name}`)).toBeNull()
      expect(loadRuntimeModule(`\0turnout:runtime/${name}`)).toBeUndefined()
    }
    expect(resolveRuntimeImport('virtual:routes')).toBeNull()
    expect(loadRuntimeModule('virtual:routes')).toBeUndefined()
    for (const name of built) {
      expect(resolveRuntimeImport(`virtual:routes/runtime/${name}`)).toBe(`\0turnout:runtime/${name}`)
      const code = loadRuntimeModule(`\0turnout:runtime/${name}`)!
      expect(code).not.toMatch(/^\/\/# sourceMappingURL/m)
      // With and without names: `import "./a.js"` only runs a module.
      expect(code).not.toMatch(/^(?:import|export) (?:.* from )?["']\.\//m)
    }
  })
})

describe('serverEntry', () => {
  test('is the module of the option', () => {
    const root = makeFolder({ 'src/server.ts': '' })
    expect(serverEntry(root, 'api/main.ts')).toBe(`${root}/api/main.ts`)
    expect(serverEntry(root, 'virtual:mine')).toBe('virtual:mine')
  })

  test.each(['src/server.ts', 'src/server.mts', 'src/server.js', 'src/server.mjs'])('is %s if it exists', (file) => {
    const root = makeFolder({ [file]: '' })
    expect(serverEntry(root, null)).toBe(`${root}/${file}`)
  })

  test('prefers TypeScript, and is otherwise the emitted module', () => {
    const root = makeFolder({ 'src/server.mjs': '', 'src/server.ts': '' })
    expect(serverEntry(root, null)).toBe(`${root}/src/server.ts`)
    expect(serverEntry(makeFolder({ 'server.ts': '' }), null)).toBe('virtual:routes/server')
  })
})

describe('the document', () => {
  const environmentOf = (root: string) =>
    ({
      getTopLevelConfig: () => ({ root, environments: { client: { build: { outDir: 'dist/client' } } } }),
    }) as unknown as Environment

  test('of a build is that of the built client', () => {
    const root = makeFolder({ 'index.html': 'source', 'dist/client/index.html': '<p>"built"</p>' })
    expect(builtTemplateFile(environmentOf(root))).toBe(`${root}/dist/client/index.html`)
    expect(builtTemplate(environmentOf(root))).toBe('export default "<p>\\"built\\"</p>"\n')
    expect(builtTemplate(environmentOf(makeFolder()))).toBe('export default null\n')
  })

  const serverOf = (root: string) => {
    const calls: unknown[][] = []
    const transformIndexHtml = async (...call: unknown[]) => {
      calls.push(call)
      return 'transformed'
    }
    return { server: { config: { root, base: '/app/' }, transformIndexHtml } as unknown as ViteDevServer, calls }
  }

  test('of a dev server is transformed, unless its responses are', async () => {
    const { server, calls } = serverOf(makeFolder({ 'index.html': 'source' }))
    expect(await servedTemplate(server, true)).toBe('export default "transformed"\n')
    expect(calls).toEqual([['/index.html', 'source', '/app/any']])
    expect(await servedTemplate(server, false)).toBe('export default "source"\n')
    expect(calls).toHaveLength(1)
    expect(await transformTemplate(server, 'text')).toBe('transformed')
  })

  test('may be missing', async () => {
    const { server, calls } = serverOf(makeFolder())
    expect(await servedTemplate(server, true)).toBe('export default null\n')
    expect(calls).toEqual([])
  })
})
