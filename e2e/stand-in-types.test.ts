// `vite-plugin-turnout/client` beside the generated declarations, and without them, in both TypeScripts that editors run.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import { describe, expect, onTestFinished, test } from 'vitest'
import { installPlugin } from './compilers.ts'

const require = createRequire(import.meta.url)

const MAIN = `import routes, { photoPath } from 'virtual:routes'
const wrong: number = photoPath(7)
routes.nopePath()
`

/** What `tsc` says of an application with the stand-in. */
function typeCheck(compiler: string, isGenerated: boolean): string {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const { types } = compileRoutes((r: any) => r.resources('photos'))
  installPlugin(root)
  if (isGenerated) writeFileSync(path.join(root, 'virtual-routes.d.ts'), types!)
  copyFileSync(new URL('../packages/vite-plugin/client.d.ts', import.meta.url), path.join(root, 'client.d.ts'))
  writeFileSync(path.join(root, 'main.ts'), MAIN)
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    types: [],
  }
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const program = path.join(path.dirname(compiler), 'bin/tsc')
  return spawnSync(process.execPath, [program, '--project', root], { encoding: 'utf8', cwd: root }).stdout
}

describe.each([
  ['TypeScript 5.9', require.resolve('typescript-5/package.json')],
  ['TypeScript 7', require.resolve('typescript/package.json')],
])('the stand-in in %s', (_name, compiler) => {
  test('makes everything `any` until the declarations are generated', () => {
    expect(typeCheck(compiler, false)).toBe('')
  })

  test('gives way to the generated declarations', () => {
    const said = typeCheck(compiler, true)
    expect(said).toContain("main.ts(2,7): error TS2322: Type 'string' is not assignable to type 'number'.")
    expect(said).toContain("main.ts(3,8): error TS2339: Property 'nopePath' does not exist")
  })
})
