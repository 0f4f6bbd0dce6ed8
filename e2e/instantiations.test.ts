// What the declarations cost the type checker: it looks at the helpers that an application uses, not at all there are.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import { expect, onTestFinished, test } from 'vitest'
import { installPlugin } from './compilers.ts'

const require = createRequire(import.meta.url)

const MAIN = `import routes, { editWidget3Path, match } from 'virtual:routes'
export const paths: string[] = [editWidget3Path(1), routes.widget3Url({ id: 1 }, { host: 'example.org' })]
export const controller: string | undefined = match('GET', '/')?.controller
`

/** The same, and answers told apart. */
const NARROWING = `${MAIN}const found = match('GET', '/')
export const id = found?.controller === 'widget1s' && found.action === 'show' ? found.params.id : null
export const name = found?.name === 'edit_widget2' ? found.params.id : null
`

/** How many types the compiler instantiates for an application whose table has so many resources. */
function instantiations(compiler: string, resources: number, main: string): number {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const { types } = compileRoutes((r: { resources(name: string): void }) => {
    for (let index = 0; index < resources; index += 1) r.resources(`widget${index}s`)
  })
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    types: [],
  }
  installPlugin(root)
  writeFileSync(path.join(root, 'virtual-routes.d.ts'), types!)
  writeFileSync(path.join(root, 'main.ts'), main)
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const program = path.join(path.dirname(compiler), 'bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [program, '--extendedDiagnostics', '--project', root], {
    encoding: 'utf8',
  })
  expect(status, stdout).toBe(0)
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])
}

test.each([
  ['TypeScript 5.9', require.resolve('typescript-5/package.json')],
  ['TypeScript 7', require.resolve('typescript/package.json')],
])('%s instantiates no more types for 200 resources than for 4', (_name, compiler) => {
  for (const main of [MAIN, NARROWING]) {
    const few = instantiations(compiler, 4, main)
    expect(few).toBeGreaterThan(0)
    expect(instantiations(compiler, 200, main)).toBe(few)
  }
})
