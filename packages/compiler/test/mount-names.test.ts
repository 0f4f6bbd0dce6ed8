import { expect, it } from 'vitest'
import type { Routes } from '../src/dsl.ts'
import type { CallableReference } from '../src/index.ts'
import { compileProject } from '../src/compile.ts'

class SidekiqWeb {
  readonly fetch = () => null
}
const app = { fetch: () => null }
const HTMLDocs = (
  () => () =>
    null
)()
const handler = (
  () => () =>
    null
)()

const EXPORTED = new Map<object, CallableReference>([
  [SidekiqWeb, { module: 'src/jobs.ts', export: 'default' }],
  [app, { module: 'src/app.ts', export: 'app' }],
  [HTMLDocs, { module: 'src/docs.ts', export: 'HTMLDocs2Go' }],
  [handler, { module: 'src/handler.ts', export: 'default' }],
])

async function namesOf(block: (r: Routes) => void) {
  const { manifest, diagnostics } = await compileProject(
    { file: 'config/routes.ts', block },
    {
      draw: async () => ({ file: 'config/routes/a.ts', block: () => {} }),
      locate: () => null,
      identify: (callable) => EXPORTED.get(callable) ?? null,
    },
  )
  return manifest?.routes.map(({ name, pattern }) => [name, pattern]) ?? diagnostics.map(({ code }) => code)
}

it('a mounted class or function implies a name, that of its export', async () => {
  const names = await namesOf((r) => {
    r.mount(SidekiqWeb, { at: '/jobs' })
    r.namespace('admin', (admin) => {
      admin.mount(SidekiqWeb, { at: '/jobs' })
      admin.mount(HTMLDocs, { at: '/docs' })
    })
    r.mount(HTMLDocs, { at: '/docs', as: 'manual' })
    r.mount(HTMLDocs, { at: '/more', as: null })
    // Rails' rule is about classes: an object has no name. Nor has a function that is a default export without one.
    r.mount(app, { at: '/app' })
    r.mount(handler, { at: '/handler' })
  })
  expect(names).toEqual([
    ['sidekiq_web', '/jobs'],
    ['admin_sidekiq_web', '/admin/jobs'],
    ['admin_html_docs2_go', '/admin/docs'],
    ['manual', '/docs'],
    [null, '/more'],
    [null, '/app'],
    [null, '/handler'],
  ])
})

it('the name counts as if `as` said it: two of one name are an error, as in Rails', async () => {
  const twice = await namesOf((r) => {
    r.mount(SidekiqWeb, { at: '/jobs' })
    r.mount(SidekiqWeb, { at: '/work' })
  })
  expect(twice).toEqual(['duplicate-name'])
})
