import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileRoutes, type Block } from '../../src/index.ts'
import { compileProject } from '../../src/compile.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { loadModule } from '../load-module.ts'
import { fixedSeed, runsOf } from '../runs.ts'
import { typeCheck } from '../type-check.ts'
import { checkTable, hostileTable } from './hostile-tables.ts'

/** `scripts/fuzz-names.mjs` tries 20,000. */
it('all that is emitted of tables with hostile names parses', { timeout: 60_000 }, async () => {
  let compiled = 0
  for (const table of fc.sample(hostileTable, { seed: fixedSeed(23), numRuns: runsOf(200) })) {
    const { manifest, problems } = await checkTable(table)
    expect(problems).toEqual([])
    if (manifest !== null) compiled += 1
  }
  expect(compiled).toBeGreaterThan(runsOf(180))
})

const makeLink = (id: string) => `/made/${id}`

it.each<[string, Block]>([
  ['a `direct` URL', (r) => r.direct('direct', makeLink)],
  [
    'a route',
    (r) => {
      r.get('x', { to: 'a#b', as: 'direct' })
      r.direct('made', makeLink)
    },
  ],
])('%s named `direct` has helpers, beside the functions of the runtime that have their names', (_, block) => {
  const { code } = compileRoutes(block, { callables: 'by-name' })
  const module = loadModule(code!)
  expect(module.directPath!()).toMatch(/^\/(?:x|makeLink)$/)
  expect(module.directUrl!({ host: 'h.test' })).toMatch(/\/(?:x|makeLink)$/)
})

it('parameters named as the options of helpers are', () => {
  const { types } = compileRoutes((r) => r.get(':options/:urlOptions/:options_/:params', { to: 'a#b', as: 'all' }))
  const use = `import { allPath } from 'virtual:routes'
export const links = [allPath(1, 2, 3, 4, { anchor: 'x' }), allPath({ options: 1, urlOptions: 2, options_: 3, params: 4 })]`
  expect(typeCheck({ 'routes.d.ts': types!, 'use.ts': use })).toBe('')
})

it('an export named `__proto__` is imported', async () => {
  const { manifest } = await compileProject(
    { file: 'routes.ts', block: ((r) => r.direct('made', makeLink)) satisfies Block },
    {
      draw: () => Promise.resolve({ searched: [] }),
      locate: () => null,
      identify: () => ({ module: 'src/urls.ts', export: '__proto__' }),
    },
  )
  expect(manifest!.directs).toHaveLength(1)
  expect(emitModule(manifest!).code).toContain("import { __proto__ as callable0 } from '/src/urls.ts'")
})
