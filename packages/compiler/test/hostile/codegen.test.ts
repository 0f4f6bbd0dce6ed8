import { createServer } from 'vite'
import { describe, expect, it } from 'vitest'
import { compileRoutes, type Manifest } from '../../src/index.ts'
import { MODULE_EXPORTS } from '../../src/names/helper-name.ts'
import { emitManifest } from '../../src/phases/5-emit/emit-manifest.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { emitTypes } from '../../src/phases/5-emit/emit-types.ts'
import { bundleWithRollup, bundleWithVite, virtualModules } from '../bundle.ts'
import { typeCheck } from '../type-check.ts'
import { hostileCases, toValue } from './cases.ts'

type Builder = { get(path: string, options: object): void }

const ENTRY = `export { default, match, pagePath } from 'virtual:routes'
export { default as manifest } from 'virtual:routes/manifest'`

const errorsOf = ({ diagnostics }: ReturnType<typeof compileRoutes>) =>
  diagnostics.filter(({ severity }) => severity === 'error')

/** The text as a path, and wherever else a route file's text goes. */
function compile(text: string) {
  const asPath = compileRoutes((r: Builder) => r.get(text, { to: 'pages#show', as: 'page' }))
  // `__VITE_…` tokens and text that is not Unicode are refused wherever they stand: see the expected diagnostics.
  const elsewhere = compileRoutes((r: Builder) =>
    r.get('page/:id', { to: 'pages#show', as: 'page', defaults: { note: text, [`x${text}`]: [text] } }),
  )
  return { asPath, elsewhere }
}

const declarations: string[] = []

describe('hostile text in emitted code', () => {
  it.each(hostileCases('codegen').map((each) => [each.id, each] as const))('%s', async (_, { input, expected }) => {
    const { asPath, elsewhere } = compile(toValue(input['literal']) as string)
    if (expected['status'] === 'build-error') {
      expect(asPath.manifest).toBeNull()
      expect(errorsOf(asPath)[0]?.location).not.toBeNull()
      return
    }
    for (const { manifest, diagnostics } of [asPath, elsewhere]) {
      if (manifest === null) {
        expect(diagnostics).not.toEqual([])
        continue
      }
      await survives(manifest)
    }
  })

  it('parses in declarations', () => {
    expect(declarations.length).toBeGreaterThan(hostileCases('codegen').length)
    const files = declarations.map((code, index) => [
      `${index}.d.ts`,
      code.replaceAll("'virtual:routes", `'routes:${index}`),
    ])
    const uses = declarations.map((_, index) => `export { pagePath as path${index} } from 'routes:${index}'`)
    expect(typeCheck({ ...Object.fromEntries(files), 'use.ts': uses.join('\n') })).toBe('')
  })
})

/** Emits a module, builds it in every way, loads the builds, and compares. */
async function survives(manifest: Manifest): Promise<void> {
  const modules = { 'virtual:routes': emitModule(manifest).code, 'virtual:routes/manifest': emitManifest(manifest) }
  expect(Object.values(modules).join('')).not.toMatch(
    /\beval\b|new Function|sourceMappingURL=|<\/script|<!--|[\u2028\u2029\0]/,
  )
  const bundles = await Promise.all([
    bundleWithVite(ENTRY, modules, true),
    bundleWithVite(ENTRY, modules, false),
    bundleWithRollup(ENTRY, modules),
  ])
  for (const bundle of bundles) {
    expect(bundle).not.toMatch(/^\s*\/\/[#@] *sourceMappingURL/m)
    compare(await load(bundle), manifest)
  }
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [virtualModules(ENTRY, modules) as never],
  })
  try {
    compare(await server.ssrLoadModule('entry.js'), manifest)
    const client = await server.transformRequest('virtual:routes')
    expect(client?.code).toContain('export const match = /* @__PURE__ */ ')
  } finally {
    await server.close()
  }
  declarations.push(emitTypes(manifest).code)
}

/** Imports a bundle. A `data:` URL is left to Node: vitest would transform the text once more. */
function load(bundle: string): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(bundle).toString('base64')}`)
}

function compare(module: Record<string, unknown>, manifest: Manifest): void {
  expect(Object.keys(module).sort()).toEqual(['default', 'manifest', 'match', 'pagePath'])
  expect(module['manifest']).toEqual(manifest)
  const routes = module['default'] as Record<string, unknown>
  expect(Object.keys(routes).sort()).toEqual([...MODULE_EXPORTS, 'pagePath', 'pageUrl'].sort())
  const helper = module['pagePath'] as (...args: unknown[]) => string
  const path = helper(...(manifest.routes[0]!.pattern.startsWith('/page/') ? [7] : []))
  expect(new URL(path, 'http://h.test').host).toBe('h.test')
  const match = module['match'] as (method: string, path: string) => unknown
  expect(match('GET', path)).toMatchObject({ name: 'page', controller: 'pages', action: 'show' })
}
