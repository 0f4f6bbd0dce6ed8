import type { RunnableDevEnvironment } from 'vite'
import { EvaluatedModules } from 'vite/module-runner'
import { expect, test } from 'vitest'
import { PAGES } from '../ids.ts'
import { forgetterOf } from './forget-evaluated.ts'

/**
 * Makes an environment that has evaluated modules.
 *
 * @param importers by module: the modules that import it
 */
function makeEnvironment(importers: Readonly<Record<string, readonly string[]>>) {
  const evaluatedModules = new EvaluatedModules()
  for (const [id, names] of Object.entries(importers)) {
    const module = evaluatedModules.ensureModule(id, id)
    module.evaluated = true
    for (const name of names) module.importers.add(name)
  }
  /** Ends the fetches that wait, in order. */
  const fetches: { readonly resolve: (result: string) => void; readonly reject: (error: Error) => void }[] = []
  const fetchedUrls: unknown[][] = []
  const environment = {
    runner: { evaluatedModules },
    fetchModule(this: unknown, ...values: unknown[]) {
      expect(this).toBe(environment)
      fetchedUrls.push(values)
      return new Promise<string>((resolve, reject) => fetches.push({ resolve, reject }))
    },
  }
  const forget = forgetterOf(environment as unknown as RunnableDevEnvironment)
  return {
    forget,
    fetchModule: environment.fetchModule as (url: string, importer?: string) => Promise<string>,
    fetchedUrls,
    fetches,
    /** The modules that the runner keeps. */
    evaluated: () =>
      [...evaluatedModules.idToModuleMap.values()].filter(({ evaluated }) => evaluated).map(({ id }) => id),
  }
}

/** Resolves after the callbacks of `setImmediate` that are due. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a changed file is evaluated again with the modules that import it, directly or not', () => {
  const { forget, evaluated } = makeEnvironment({
    '/a.ts': ['/b.ts', '/gone.ts'],
    '/a.ts?raw': [],
    '/b.ts': ['/c.ts', '/a.ts'],
    '/c.ts': [],
    '/other.ts': [],
  })
  forget('/unknown.ts')
  expect(evaluated()).toHaveLength(5)
  forget('/a.ts')
  expect(evaluated()).toEqual(['/other.ts'])
})

test.each(['virtual:routes', 'virtual:routes/manifest', PAGES])('%s updates itself, and so do its importers', (id) => {
  const { forget, evaluated } = makeEnvironment({ '/page.ts': [id], [id]: ['/main.ts'], '/main.ts': [] })
  forget('/page.ts')
  expect(evaluated()).toEqual([id, '/main.ts'])
})

test('a file is postponed while the runner fetches one of its modules', async () => {
  const { forget, fetchModule, fetchedUrls, fetches, evaluated } = makeEnvironment({
    '/a.ts': ['/b.ts'],
    '/b.ts': [],
    '/c.ts': [],
    '/other.ts': [],
  })
  const other = fetchModule('/other.ts')
  const fetched = fetchModule('/b.ts', '/main.ts')
  expect(fetchedUrls).toEqual([['/other.ts'], ['/b.ts', '/main.ts']])
  forget('/a.ts')
  forget('/c.ts')
  expect(evaluated()).toEqual(['/a.ts', '/b.ts', '/other.ts'])
  // The end of another fetch changes nothing.
  fetches[0]!.resolve('other')
  expect(await other).toBe('other')
  await turn()
  expect(evaluated()).toContain('/a.ts')
  fetches[1]!.resolve('code')
  expect(await fetched).toBe('code')
  expect(evaluated()).toContain('/a.ts')
  await turn()
  expect(evaluated()).toEqual(['/other.ts'])
})

test('a file waits for the last of several fetches, also if they fail', async () => {
  const { forget, fetchModule, fetches, evaluated } = makeEnvironment({ '/a.ts': [] })
  const results = [fetchModule('/a.ts'), fetchModule('/new.ts'), fetchModule('/a.ts')]
  forget('/a.ts')
  for (const { reject } of fetches.slice(0, 2)) reject(new Error('no luck'))
  await expect(results[0]).rejects.toThrow('no luck')
  await expect(results[1]).rejects.toThrow('no luck')
  await turn()
  expect(evaluated()).toEqual(['/a.ts'])
  fetches[2]!.resolve('')
  await results[2]
  await turn()
  expect(evaluated()).toEqual([])
})
