// The types of answers and of links to actions, in every TypeScript that applications have.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import { redirect, type Routes } from '@turnout/compiler/dsl'
import { writeOutput } from '@turnout/compiler/internal'
import { expect, onTestFinished, test } from 'vitest'

const require = createRequire(import.meta.url)

/** A table with answers of every kind. */
function declarations(): string {
  const { manifest, diagnostics } = compileRoutes(
    (r: Routes) => {
      r.root('pages#home')
      r.resources('photos', (photos) => photos.resources('comments', { only: 'index' }))
      r.resources('comments', { only: 'index' })
      r.get('files/*path', { to: 'files#show', format: false })
      r.get('reports/:year(/:month)(/page/:page)', {
        to: 'admin/reports#show',
        format: false,
        defaults: { page: 1, kind: 'all', code: 400, draft: false },
      })
      r.get('old/:old', { to: redirect('/photos') })
      r.get('moved/:old', { to: redirect(({ old }) => `/photos/${old}`), as: 'moved' })
      r.mount(() => null, { at: '/app' })
    },
    { callables: 'by-name' },
  )
  expect(manifest, JSON.stringify(diagnostics)).not.toBeNull()
  const basket = { name: 'basket', target: { callable: { module: 'urls.ts', export: 'basketUrl' } }, location: null }
  return writeOutput('declarations', { ...manifest!, directs: [basket] }, { importType: () => './urls.js' })[0].content
}

test.each([
  ['TypeScript 5.9', require.resolve('typescript-5/package.json')],
  ['TypeScript 6', require.resolve('typescript-6/package.json')],
  ['TypeScript 7', require.resolve('typescript/package.json')],
])('%s knows what every answer holds, and what links to actions take', (_name, compiler) => {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'virtual-routes.d.ts'), declarations())
  writeFileSync(
    path.join(root, 'urls.ts'),
    'export const basketUrl = (id: number, page = 1) => ["photo", id, { page }]\n',
  )
  copyFileSync(new URL('answer-types.ts.txt', import.meta.url), path.join(root, 'main.ts'))
  copyFileSync(new URL('action-types.ts.txt', import.meta.url), path.join(root, 'actions.ts'))
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    lib: ['ES2022', 'DOM'],
    types: [],
  }
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const program = path.join(path.dirname(compiler), 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--project', root], { encoding: 'utf8', cwd: root })
  expect(stdout + stderr).toBe('')
})
