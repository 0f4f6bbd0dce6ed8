import { unlinkSync, writeFileSync } from 'node:fs'
import { resolveConfig } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../../../test/files/make-folder.ts'
import { EvaluationSuperseded } from '../common/evaluation-limit.ts'
import type { DrawnFile } from '../common/messages.ts'
import { RouteCompiler } from './route-compiler.ts'
import { takeWorker } from './worker-pool.ts'

// Other test files of the process expect that no worker is idle.
afterAll(async () => void (await takeWorker().terminate()))

const routes = (body: string, imports = '') =>
  `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n${imports}\nexport default defineRoutes((r) => {\n${body}\n})\n`

async function compilerOf(files: Readonly<Record<string, string>>) {
  const root = makeFolder(files)
  const compiler = new RouteCompiler(await resolveConfig({ root, configFile: false, logLevel: 'silent' }, 'serve'), [])
  const draw = (name: string): DrawnFile => ({ file: `${root}/config/${name}.ts` })
  const compile = async (signal = new AbortController().signal) => {
    const {
      manifest,
      diagnostics,
      files: loaded,
      ...others
    } = await compiler.compile({ entry: `${root}/config/routes.ts`, options: {}, draw }, signal)
    return {
      ...others,
      patterns: manifest?.routes.map(({ pattern }) => pattern) ?? null,
      constraint: manifest?.routes[0]?.constraints[0],
      codes: diagnostics.map(({ code }) => code),
      files: loaded.map((file) => file.slice(root.length + 1)).sort(),
    }
  }
  return { root, compiler, compile }
}

test('compiles the route files, and tells which files and which draws took part', async () => {
  const { root, compiler, compile } = await compilerOf({
    'config/routes.ts': routes(
      `  r.get('a', { to: 'a#b', constraints: isOffice })\n  r.draw('api')`,
      `import { isOffice } from '../src/office'`,
    ),
    'config/api.ts': routes(`  r.get('api', { to: 'api#index' })`),
    'src/office.ts': 'export const isOffice = () => true',
  })
  const { constraint, importCallable, drawnNames, ...first } = await compile()
  expect(first).toEqual({
    patterns: ['/a(.:format)', '/api(.:format)'],
    codes: [],
    files: ['config/api.ts', 'config/routes.ts', 'src/office.ts'],
  })
  expect([...drawnNames]).toEqual(['api'])
  expect(importCallable(constraint!)).toBe('/src/office.ts')
  // The questions of the first compilation are answered in advance. An answer that nothing needs does not count.
  writeFileSync(`${root}/config/routes.ts`, routes(`  r.get('b', { to: 'a#b' })`))
  const second = await compile()
  expect([second.patterns, second.files, [...second.drawnNames]]).toEqual([['/b(.:format)'], ['config/routes.ts'], []])
  expect(compiler.loadedFiles).toContain(`${root}/src/office.ts`)
})

test('reports a missing module as the first compilation does', async () => {
  const { root, compile } = await compilerOf({
    'config/routes.ts': routes(`  r.get(path, { to: 'a#b' })`, `import { path } from '../src/path'`),
    'src/path.ts': `export const path = 'a'`,
  })
  expect((await compile()).patterns).toEqual(['/a(.:format)'])
  unlinkSync(`${root}/src/path.ts`)
  expect(await compile()).toMatchObject({ patterns: null, codes: ['module-not-loaded'] })
})

test('stops when the signal aborts', async () => {
  const { compile } = await compilerOf({ 'config/routes.ts': `await new Promise(() => {})\n${routes('')}` })
  await expect(compile(AbortSignal.abort())).rejects.toBeInstanceOf(EvaluationSuperseded)
})
