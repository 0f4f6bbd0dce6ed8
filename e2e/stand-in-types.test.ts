// `vite-plugin-turnout/client` beside the generated declarations, and without them, in both TypeScripts that editors run.
import { readFileSync } from 'node:fs'
import { compileRoutes } from '@turnout/compiler'
import { describe, expect, test } from 'vitest'
import { checkTypes, COMPILERS } from './compilers.ts'

const MAIN = `import routes, { photoPath } from 'virtual:routes'
const wrong: number = photoPath(7)
routes.nopePath()
`

/** Returns the messages of TypeScript for an application with the stand-in. */
function typeCheck(compiler: string, isGenerated: boolean): string {
  const { types } = compileRoutes((r: any) => r.resources('photos'))
  return checkTypes(compiler, {
    ...(isGenerated && { 'virtual-routes.d.ts': types! }),
    'client.d.ts': readFileSync(new URL('../packages/vite-plugin/client.d.ts', import.meta.url), 'utf8'),
    'main.ts': MAIN,
  })
}

describe.each([COMPILERS[0], COMPILERS[2]])('the stand-in in %s', (_name, compiler) => {
  test('makes everything `any` until the declarations are generated', () => {
    expect(typeCheck(compiler, false)).toBe('')
  })

  test('gives way to the generated declarations', () => {
    const said = typeCheck(compiler, true)
    expect(said).toContain("main.ts(2,7): error TS2322: Type 'string' is not assignable to type 'number'.")
    expect(said).toContain("main.ts(3,8): error TS2339: Property 'nopePath' does not exist")
  })
})
