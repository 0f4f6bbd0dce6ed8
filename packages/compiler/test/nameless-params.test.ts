// Parameters and globs without a name, which Rails 8.1 reads in `/*` and `/:-`. Expected values: Rails 8.1.3.1.
import { describe, expect, it } from 'vitest'
import { compileRoutes, explainRequest } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'
import { typeCheck } from './type-check.ts'

const { manifest, types } = compileRoutes((r) => {
  r.get('/glob/*', { to: 'a#b', as: 'files' })
  r.get('/:-x/y', { to: 'a#c', as: 'place' })
  r.get('/a)b', { to: 'a#d', as: 'cut' })
})
const module = loadModule(emitModule(manifest!).code) as Record<string, (...args: unknown[]) => any>

describe('parameters without a name', () => {
  it('are recognised under the empty name', () => {
    expect(manifest!.routes.map(({ pattern }) => pattern)).toEqual(['/glob/*(.:format)', '/:-x/y(.:format)', '/a'])
    expect(manifest!.routes[0]!.requirements).toEqual({ '': { source: '.+?', flags: '' } })
    expect(module['match']!('GET', '/glob/q/w.json').params).toEqual({ '': 'q/w', format: 'json' })
    expect(module['match']!('GET', '/5-x/y').params).toEqual({ '': '5' })
    expect(module['match']!('GET', '/a').name).toBe('cut')
    expect(module['match']!('GET', '/a.json')).toBeNull()
    expect(JSON.stringify(explainRequest(manifest!, 'GET', '/5-x/y').answers)).toContain('place')
  })

  it('are filled in by position', () => {
    expect(module['filesPath']!('a/b')).toBe('/glob/a/b')
    expect(module['placePath']!('3')).toBe('/3-x/y')
    expect(module['placePath']!({ '': 3 }, { format: 'json' })).toBe('/3-x/y.json')
    expect(() => module['placePath']!()).toThrow(TypeError)
  })

  it('have types', () => {
    const code = `import { filesPath, match, placePath } from 'virtual:routes'
      export const paths: string[] = [filesPath('a/b'), filesPath(['a', 'b']), placePath(3), placePath({ '': 3 })]
      const found = match('GET', '/5-x/y')
      export const id: string | undefined = found?.name === 'place' ? found.params[''] : undefined`
    expect(typeCheck({ 'routes.d.ts': types!, 'main.ts': code })).toBe('')
  })
})
