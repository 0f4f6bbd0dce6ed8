// What the declarations cost the type checker: it looks at the helpers that an application uses, not at all there are.
import { compileRoutes } from '@turnout/compiler'
import { expect, test } from 'vitest'
import { COMPILERS, countInstantiations } from './compilers.ts'

const MAIN = `import routes, { editWidget3Path, match } from 'virtual:routes'
export const paths: string[] = [editWidget3Path(1), routes.widget3Url({ id: 1 }, { host: 'example.org' })]
export const controller: string | undefined = match('GET', '/')?.controller
`

/** The same, and answers told apart. */
const NARROWING = `${MAIN}const found = match('GET', '/')
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

test.each([COMPILERS[0], COMPILERS[2]])(
  '%s instantiates no more types for 200 resources than for 4',
  (_name, compiler) => {
    for (const main of [MAIN, NARROWING]) {
      const few = instantiations(compiler, 4, main)
      expect(few).toBeGreaterThan(0)
      expect(instantiations(compiler, 200, main)).toBe(few)
    }
  },
)
