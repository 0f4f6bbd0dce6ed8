import { build, createLogger, type ViteDevServer } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import { devServer, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`  r.resources('photos')\n  r.direct('docs', 'https://example.org')`),
  'src/main.ts': `import { docsUrl, photoPath } from 'virtual:routes'\nconsole.log(photoPath(1 as number), docsUrl())`,
}
const input = { build: { rollupOptions: { input: 'src/main.ts' } } }

describe('a build', () => {
  test('takes the helpers that there are', async () => {
    await build(viteConfig(makeProject(files), {}, input))
  })

  test('fails where a helper does not exist, at its place, with what it is near to', async () => {
    const main = `import routes, { phtoPath } from 'virtual:routes'\nconst id: number = 1\nroutes.photUrl(id, phtoPath(id))`
    const root = makeProject({ ...files, 'src/main.ts': main })
    const error = await build(viteConfig(root, {}, input)).catch((thrown: Error) => thrown.message)
    expect(error).toContain('`virtual:routes` does not export `phtoPath`. Did you mean `photoPath`?')
    expect(error).toContain('src/main.ts:1:18')
    expect(error).toContain('`virtual:routes` does not export `photUrl`. Did you mean `photoUrl`?')
    expect(error).toContain('src/main.ts:3:8')
  })

  test('goes by the severity, and by the style of helpers', async () => {
    const main = `import routes from 'virtual:routes'\nroutes.photo_path(1)`
    const root = makeProject({ ...files, 'src/main.ts': main })
    await expect(build(viteConfig(root, {}, input))).rejects.toThrow('does not export `photo_path`')
    await build(viteConfig(root, { severities: { 'unknown-helper': 'off' } }, input))
    await build(viteConfig(root, { helpers: 'snake_case' }, input))
  })
})

describe('a dev server', () => {
  const ofPage = (server: ViteDevServer) => server.environments.client.transformRequest('/src/main.ts')
  const onServer = (server: ViteDevServer) => server.ssrLoadModule('/src/main.ts')

  test.each([
    ['a named import', `import { phtoPath } from 'virtual:routes'\nphtoPath(1)`, 'phtoPath', 1, 10],
    ['the default import', `import routes from 'virtual:routes'\n\nroutes.phtoPath(1)`, 'phtoPath', 3, 8],
    ['a namespace', `import * as routes from 'virtual:routes'\nroutes.phtoPath(1)`, 'phtoPath', 2, 8],
    ['an export', `export { phtoPath } from 'virtual:routes'`, 'phtoPath', 1, 10],
  ])('refuses a misspelt helper of %s, for the page and on the server', async (_, main, name, line, column) => {
    const server = await devServer(makeProject({ ...files, 'src/main.ts': main }), {}, { base: '/app/' })
    for (const load of [ofPage, onServer]) {
      const error = await load(server).then(
        () => null,
        (thrown: unknown) => thrown as Error,
      )
      expect(error?.message).toContain(`\`virtual:routes\` does not export \`${name}\`. Did you mean \`photoPath\`?`)
      expect(error).toMatchObject({
        plugin: 'turnout',
        pluginCode: 'unknown-helper',
        id: `${server.config.root}/src/main.ts`,
        loc: { line, column },
      })
      expect((error as Error & { frame: string }).frame).toContain(main.split('\n')[line - 1])
    }
    writeFiles(server.config.root, { 'src/main.ts': main.replaceAll(name, 'photoPath') })
    await expect.poll(() => ofPage(server).then(Boolean, String)).toBe(true)
    await expect.poll(() => onServer(server).then(Boolean, String)).toBe(true)
  })

  test('refuses a helper once an edit has removed it, and tells the page; it heals with the route', async () => {
    const root = makeProject({ ...files, 'src/main.ts': `import { photoPath } from 'virtual:routes'\nphotoPath(1)` })
    const server = await devServer(root)
    await ofPage(server)
    await server.environments.client.transformRequest('\0virtual:routes')
    await onServer(server)
    const sent: unknown[] = []
    vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => void sent.push(payload))
    writeFiles(root, { 'config/routes.ts': routesFile(`  r.resources('pictures')`) })
    // Whoever has the module is told to ask for it again.
    await expect.poll(() => JSON.stringify(sent)).toContain('full-reload')
    await expect(ofPage(server)).rejects.toThrow('does not export `photoPath`')
    await expect.poll(() => onServer(server).catch(String)).toContain('does not export `photoPath`')
    sent.length = 0
    writeFiles(root, { 'config/routes.ts': files['config/routes.ts'] })
    await expect.poll(() => JSON.stringify(sent)).toContain('full-reload')
    expect(await ofPage(server)).not.toBeNull()
    await expect.poll(() => onServer(server).then(Boolean, String)).toBe(true)
  })

  test('refuses nothing that severities let pass, and warns once', async () => {
    const main = `import { phtoPath } from 'virtual:routes'\nconsole.log(phtoPath)`
    const warn = vi.fn<(text: string) => void>()
    const customLogger = { ...createLogger('silent'), warn }
    const root = makeProject({ ...files, 'src/main.ts': main })
    const server = await devServer(root, { severities: { 'unknown-helper': 'warning' } }, { customLogger })
    expect(await ofPage(server)).not.toBeNull()
    await onServer(server)
    const told = warn.mock.calls.filter(([text]) => text.includes('unknown-helper'))
    expect(told).toHaveLength(1)
    expect(told[0]![0]).toContain('Did you mean `photoPath`?')
  })
})
