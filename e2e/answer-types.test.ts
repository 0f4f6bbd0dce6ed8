// The types of answers and of links to actions, in every TypeScript that applications have.
import { readFileSync } from 'node:fs'
import { compileRoutes } from '@turnout/compiler'
import { redirect, type Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { expect, test } from 'vitest'
import { checkTypes, COMPILERS } from './compilers.ts'

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
  return emitTypes({ ...manifest!, directs: [basket] }, { importType: () => './urls.js' }).code
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test.each(COMPILERS)('%s knows what every answer holds, and what links to actions take', (_name, compiler) => {
  const files = {
    'virtual-routes.d.ts': declarations(),
    'urls.ts': 'export const basketUrl = (id: number, page = 1) => ["photo", id, { page }]\n',
    'main.ts': read('answer-types.ts.txt'),
    'actions.ts': read('action-types.ts.txt'),
    'package.json': '{ "type": "module" }',
  }
  const options = { module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2022', 'DOM'] }
  expect(checkTypes(compiler, files, options)).toBe('')
})

test.each(COMPILERS)('%s writes declarations of exports whose inferred types contain matches', (_name, compiler) => {
  const files = {
    'virtual-routes.d.ts': declarations(),
    'urls.ts': 'export const basketUrl = (id: number, page = 1) => ["photo", id, { page }]\n',
    'main.ts': `import routes, { match, matchAll, photoPath } from 'virtual:routes'
export const found = match('GET', '/photos/7')
export const all = () => ({ found, every: matchAll('GET', '/photos/7'), photoPath, routes })
export class Request { readonly match = match('GET', '/') }
`,
    'package.json': '{ "type": "module" }',
  }
  const options = { module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2022', 'DOM'], declaration: true }
  expect(checkTypes(compiler, files, options)).toBe('')
})
