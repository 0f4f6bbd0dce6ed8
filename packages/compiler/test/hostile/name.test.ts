import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../src/index.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { emitTypes } from '../../src/phases/5-emit/emit-types.ts'
import { loadModule } from '../load-module.ts'
import { typeCheck } from '../type-check.ts'
import { hostileCases } from './cases.ts'

const cases = hostileCases('name')
const accepted = cases.filter(({ expected }) => expected['status'] === 'ok' && expected['helper'] !== null)
const compile = (as: string) =>
  compileRoutes((r: { get(path: string, options: object): void }) => r.get('/x/:id', { to: 'x#show', as }))

describe('hostile helper names', () => {
  it.each(cases.map((each) => [each.id, each] as const))('%s', async (_, { input, expected }) => {
    const { manifest, diagnostics } = compile(input['as'] as string)
    if (expected['status'] === 'build-error') {
      expect(manifest).toBeNull()
      expect(diagnostics.filter(({ severity }) => severity === 'error')).not.toEqual([])
      return
    }
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const name = manifest!.routes[0]!.name
    if (expected['helper'] === null) return expect(name).toBeNull()
    if (expected['normalised'] !== undefined) expect(name).toBe(expected['normalised'])
    for (const helpers of ['camelCase', 'snake_case'] as const) {
      const module = loadModule(emitModule(manifest!, { helpers }).code)
      const added = Object.keys(module).filter((each) => /(Path|Url|_path|_url)$/.test(each))
      expect(added).toHaveLength(2)
      for (const each of added) expect(each).toMatch(/^[A-Za-z_$][\w$]*$/)
      expect((module[added[0]!] as (id: number) => string)(7)).toBe('/x/7')
      // A module with an export named `then` could not be awaited.
      expect(module).not.toHaveProperty('then')
    }
  })

  it('type-check in both styles and both module resolutions', () => {
    const names = accepted.map(({ input }) => input['as'] as string)
    const { manifest } = compileRoutes((r: { get(path: string, options: object): void }) => {
      for (const as of names) r.get(`/${as}/:id`, { to: 'x#show', as })
    })
    expect(manifest).not.toBeNull()
    for (const helpers of ['camelCase', 'snake_case'] as const) {
      const { code } = emitTypes(manifest!, { helpers })
      const paths = [...code.matchAll(/^\s*([\w$]+(?:Path|_path)): Path\[/gm)].map(([, name]) => name!)
      expect(paths).toHaveLength(names.length)
      const use = [
        `import routes, { ${paths.join(', ')} } from 'virtual:routes'`,
        ...paths.map((path, index) => `export const link${index}: string = ${path}(7) + routes.${path}({ id: 7 })`),
      ]
      expect(typeCheck({ 'routes.d.ts': code, 'use.ts': use.join('\n') })).toBe('')
    }
  })
})
