// What the declarations cost the type checker: it looks at the helpers that an application uses, not at all there are.
import { compileRoutes } from '@turnout/compiler'
import { describe, expect, test } from 'vitest'
import { COMPILERS, countInstantiations } from './compilers.ts'

const HELPERS = `import routes, { editWidget3Path } from 'virtual:routes'
import { show } from 'virtual:routes/actions/widget2s'
export const paths: string[] = [editWidget3Path(1), routes.widget3Url({ id: 1 }, { host: 'example.org' }), show(1).url]
`

/** Matches, and answers told apart. */
const MATCHES = `import { match } from 'virtual:routes'
const found = match('GET', '/')
export const controller: string | undefined = found?.controller
export const id = found?.controller === 'widget1s' && found.action === 'show' ? found.params.id : null
export const name = found?.name === 'edit_widget2' ? found.params.id : null
`

/** Counts the types that the compiler instantiates for an application with a number of resources. */
function instantiations(compiler: string, resources: number, main: string): number {
  const { types } = compileRoutes((r: { resources(name: string): void }) => {
    for (let index = 0; index < resources; index += 1) r.resources(`widget${index}s`)
  })
  const files = { 'virtual-routes.d.ts': types!, 'main.ts': main }
  return countInstantiations(compiler, files, { module: 'NodeNext', moduleResolution: 'NodeNext' })
}

describe.each([COMPILERS[0], COMPILERS[2]])('%s', (_name, compiler) => {
  test('instantiates no more types of helpers for 200 resources than for 4', () => {
    const few = instantiations(compiler, 4, HELPERS)
    expect(few).toBeGreaterThan(0)
    expect(instantiations(compiler, 200, HELPERS)).toBe(few)
  })

  test('instantiates a constant number of types for each action to tell matches apart', () => {
    const [few, more, most] = [4, 100, 196].map((resources) => instantiations(compiler, resources, MATCHES)) as [
      number,
      number,
      number,
    ]
    expect(more).toBeGreaterThan(few)
    expect(most - more).toBe(more - few)
  })
})
