import { expect, test } from 'vitest'
import { tableOf, withConstraint } from '../../test/fake-project.ts'
import {
  callableId,
  callableModule,
  specifierOfCallableId,
  isCallableId,
  specifierOfSourceImport,
} from './callable-modules.ts'

const SOURCE = '/src/constraints.ts'
const table = tableOf((r) => {
  r.get('a', { to: 'a#show' })
  r.get('b', { to: 'b#show' })
})
const withExports = (...names: string[]) =>
  withConstraint(table, ...names.map((name) => ({ module: 'src/constraints.ts', export: name })))
const importCallable = ({ module }: { readonly module: string }) => `/${module}`

test('the id of an intermediate module contains the import, and no extension at its end', () => {
  const id = callableId(SOURCE)
  expect(id).toBe('virtual:routes/callable:/src/constraints.ts!')
  expect(specifierOfCallableId(id)).toBe(SOURCE)
  expect([id, SOURCE, 'virtual:routes', `x${id}`].map(isCallableId)).toEqual([true, false, false, false])
})

test('an intermediate module exports the callables that the routes use, each once', () => {
  const manifest = withExports('fromOffice', 'fromOffice', '$a1')
  expect(callableModule(callableId(SOURCE), { manifest, importCallable })).toBe(
    'export { fromOffice, $a1 } from "virtual:routes/source:/src/constraints.ts!"',
  )
})

test('names of exports that are no identifiers are strings', () => {
  const manifest = withExports('from office', '1a', 'a-b', '')
  expect(callableModule(callableId(SOURCE), { manifest, importCallable })).toBe(
    'export { "from office", "1a", "a-b", "" } from "virtual:routes/source:/src/constraints.ts!"',
  )
})

test('there is no module for callables that the routes do not use', () => {
  expect(callableModule(callableId('/etc/passwd'), { manifest: withExports('a'), importCallable })).toBeUndefined()
  expect(callableModule(callableId(SOURCE), { manifest: table, importCallable })).toBeUndefined()
  expect(callableModule(callableId(SOURCE), { manifest: null, importCallable })).toBeUndefined()
})

test('the import in an intermediate module leads to the usual import', () => {
  expect(specifierOfSourceImport(`virtual:routes/source:${SOURCE}!`)).toBe(SOURCE)
  expect(specifierOfSourceImport(SOURCE)).toBeNull()
})
