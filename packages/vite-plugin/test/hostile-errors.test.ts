// Values that route files throw, and whose properties never return when the compiler reads them. Were that code not stopped,
// no later compilation would end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluationLimit } from '../src/evaluate/common/evaluation-limit.ts'
import { loadedProject, makeProject, ROUTE_FILES, routesFile, writeFiles } from './fixture.ts'

const limits = { ...evaluationLimit }
beforeAll(() => void Object.assign(evaluationLimit, { blockedMs: 300, secondTryMs: 1_000 }))
afterAll(() => void Object.assign(evaluationLimit, limits))

const ENTRY = 'config/routes.ts'
const LIBRARY = 'node_modules/installed/index.js'

/** A package with functions that never return: the first works, the second waits. */
const PACKAGE = {
  'node_modules/installed/package.json': `{ "name": "installed", "type": "module", "exports": "./index.js" }`,
  [LIBRARY]: `export const spin = () => {\n  for (;;) {}\n}
export const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
}
const IMPORT = `import { spin, wait } from 'installed'\n`

const getter = (key: string, read = 'spin') => `Object.defineProperty(new Error('x'), ${key}, { get: ${read} })`
const inProxy = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'].map((trap) => `${trap}: spin`)

test.each<[string, string, string]>([
  ['an error whose `message` is a getter', routesFile('', `${IMPORT}throw ${getter("'message'")}`), LIBRARY],
  ['an error whose `stack` is a getter', routesFile('', `${IMPORT}throw ${getter("'stack'")}`), LIBRARY],
  ['an error whose `name` is a getter, in a block', routesFile(`throw ${getter("'name'")}`, IMPORT), LIBRARY],
  ['an object with `toString`, in a block', routesFile('throw { toString: spin }', IMPORT), LIBRARY],
  ['an object with `Symbol.toPrimitive`', routesFile('', `${IMPORT}throw { [Symbol.toPrimitive]: spin }`), LIBRARY],
  ['a proxy', routesFile('', `${IMPORT}throw new Proxy({}, { ${inProxy.join()} })`), LIBRARY],
  ['a rejection that nothing handles', routesFile('', `${IMPORT}void Promise.reject(${getter("'message'")})`), LIBRARY],
  ['a getter of the route file', routesFile('', `throw ${getter("'message'", '() => { for (;;) {} }')}`), ENTRY],
  [
    'a getter that was evaluated',
    routesFile('', `throw ${getter("'message'", "eval('() => { for (;;) {} }')")}`),
    ENTRY,
  ],
  ['a getter that waits', routesFile('', `${IMPORT}throw ${getter("'message'", 'wait')}`), LIBRARY],
])('%s is stopped, and the corrected file is compiled', async (_, source, file) => {
  const root = makeProject({ ...PACKAGE, ...ROUTE_FILES, [ENTRY]: source })
  const { problems } = await (await loadedProject(root)).outcome()
  expect(problems.map(({ code, location }) => [code, location!.file])).toEqual([['code-never-ends', file]])
  writeFiles(root, { [ENTRY]: routesFile(`  r.get('corrected', { to: 'a#b' })`) })
  const { manifest } = await (await loadedProject(root)).outcome()
  expect(manifest!.routes.map(({ pattern }) => pattern)).toEqual(['/corrected(.:format)'])
})

test('properties that the compiler does not read make no difference', async () => {
  const error = ['cause', 'toString', 'toJSON'].reduce(
    (inner, key) => `Object.defineProperty(${inner}, '${key}', { get: spin })`,
    `new Error('x')`,
  )
  const root = makeProject({ ...PACKAGE, [ENTRY]: routesFile('', `${IMPORT}throw ${error}`) })
  const { problems } = await (await loadedProject(root)).outcome()
  expect(problems.map(({ message }) => message)).toEqual(['`config/routes.ts` threw Error: x'])
})
