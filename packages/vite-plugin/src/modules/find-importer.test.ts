import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/fake-project.ts'
import { findImporter, type ModuleGraph } from './find-importer.ts'

interface GraphSettings {
  readonly ids?: readonly string[]
  readonly importers?: readonly string[]
}

/** Finds the import of `/lib.ts` in a project with these files. The graph resolves `./lib` and `virtual:…`. */
async function find(files: Readonly<Record<string, string>>, { ids, importers }: GraphSettings = {}, id = '/lib.ts') {
  const root = makeFolder(files)
  const resolved: unknown[] = []
  const graph: ModuleGraph = {
    getModuleIds: () => (ids ?? Object.keys(files)).map((file) => `${root}/${file}`)[Symbol.iterator](),
    getModuleInfo: () => (importers === undefined ? null : { importers: importers.map((file) => `${root}/${file}`) }),
    resolve: async (source, importer, options) => {
      resolved.push([source, importer.slice(root.length + 1), options])
      if (source === './broken') throw new Error('no luck')
      return source === './lib' ? { id: '/lib.ts?v=1' } : null
    },
  }
  return { location: await findImporter(graph, id, root), resolved }
}
const locate = async (...parameters: Parameters<typeof find>) => (await find(...parameters)).location

describe('findImporter', () => {
  test.each([
    [`import { a } from './lib'`, 1, 20],
    [`import a from "./lib"`, 1, 16],
    [`import './lib'`, 1, 9],
    [`import'./lib'`, 1, 8],
    [`const a = import('./lib')`, 1, 19],
    [`const a = await import( './lib' )`, 1, 26],
    [`export * from './lib'`, 1, 16],
    [`export { a } from'./lib'`, 1, 19],
    [`let a\n\nimport {\n  b,\n} from './lib'`, 5, 9],
    [`import { type A } from './lib'`, 1, 25],
    [`import './broken'\nimport './other'\nimport './lib'`, 3, 9],
  ])('finds %j', async (code, line, column) => {
    expect(await locate({ 'src/a.ts': code })).toEqual({ file: 'src/a.ts', line, column })
  })

  test.each([
    `import type { A } from './lib'`,
    `export type { A } from './lib'`,
    `// import './lib'`,
    `let a // import './lib'`,
    `/* import './lib'\nimport './lib' */`,
    `a.import('./lib')`,
    `$import('./lib')`,
    `reimport './lib'`,
    `import './other'`,
    `import './lib\n'`,
    `import './lib"`,
    `exported './lib'`,
    `export const a = (b) => c; d from './lib'`,
  ])('does not find %j', async (code) => {
    expect(await locate({ 'src/a.ts': code })).toBeNull()
  })

  test('keeps the position after comments', async () => {
    const code = `/* one\n two */ let url = 'http://x' // three\n/**/ import './lib'`
    expect(await locate({ 'a.ts': code })).toEqual({ file: 'a.ts', line: 3, column: 14 })
  })

  test('finds imports of virtual modules without resolving them', async () => {
    const { location, resolved } = await find({ 'a.ts': `import 'virtual:routes/server'` }, {}, 'virtual:routes/server')
    expect(location).toEqual({ file: 'a.ts', line: 1, column: 9 })
    expect(resolved).toEqual([])
  })

  test('searches the modules of the project in order, each once, without queries', async () => {
    const code = `import './none'`
    const { location, resolved } = await find(
      { 'b.ts': `import './lib'`, 'a.ts': code, 'node_modules/x.ts': `import './lib'` },
      { ids: ['b.ts?v=2', 'b.ts', 'a.ts#x', 'node_modules/x.ts', 'missing.ts'] },
    )
    expect(location).toEqual({ file: 'b.ts', line: 1, column: 9 })
    expect(resolved).toEqual([
      ['./none', 'a.ts', { skipSelf: true }],
      ['./lib', 'b.ts', { skipSelf: true }],
    ])
  })

  test('reads no module that is not a file', async () => {
    const graph: ModuleGraph = {
      getModuleIds: () => ['\0virtual', 'package.json'][Symbol.iterator](),
      getModuleInfo: () => null,
      resolve: async () => ({ id: '/lib.ts' }),
    }
    expect(await findImporter(graph, '/lib.ts', makeFolder())).toBeNull()
  })

  test('names the importer that the bundler knows, if no import is found', async () => {
    const location = await locate({ 'a.ts': `import.meta.glob('./*.ts')` }, { importers: ['a.ts?x', 'b.ts'] })
    expect(location).toEqual({ file: 'a.ts', line: 1, column: 1 })
    expect(await locate({ 'a.ts': '' }, { importers: [] })).toBeNull()
  })
})
