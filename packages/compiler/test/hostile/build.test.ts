import { describe, expect, it } from 'vitest'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { helperName } from '../../src/names/helper-name.ts'
import { minifiedRuntime } from '../bundle.ts'
import { loadModule } from '../load-module.ts'
import { compileTable, hostileCases, toValue } from './cases.ts'

const BASE = 'https://base.test/a/b'

describe.each([
  ['as it is written', () => undefined],
  ['as Vite 8 minifies it', minifiedRuntime],
])('hostile values for URL helpers, the runtime %s', async (_runtime, load) => {
  const runtime = await load()

  it.each(hostileCases('build').map((each) => [each.id, each] as const))('%s', (id, { input, expected }) => {
    const { table, name, args } = input as { table: string; name: string; args: unknown }
    const { manifest } = compileTable(table)
    const [, routeName, kind = 'path'] = /^(.*?)(?:_(url|path))?$/.exec(name)!
    const helper = loadModule(emitModule(manifest!).code, runtime)[
      helperName(routeName!, kind as 'path' | 'url', 'camelCase')
    ]
    const params = rename(toValue(args) as Record<string, unknown>)
    // Rails accepts query parameters beside path parameters. Here a map with a path parameter must not contain other keys.
    const { id: photo, ...query } = params
    const values: readonly unknown[] = id === 'bld-025' ? [{ id: photo }, query] : [params]
    const build = () => (helper as (...values: readonly unknown[]) => string)(...values)

    if (expected['status'] === 'throw') return expect(build).toThrow(TypeError)
    let url: string | null = null
    try {
      url = build()
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError)
    }
    if (expected['status'] === 'ok') expect(url).toBe(expected['url'])
    if (url !== null && kind === 'path') expect(new URL(url, BASE).href).toBe(new URL(BASE).origin + url)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

/** The cases have Rails' option names. */
function rename(args: Record<string, unknown>): Record<string, unknown> {
  const { script_name: scriptName, ...others } = args
  return scriptName === undefined ? args : { ...others, scriptName }
}
