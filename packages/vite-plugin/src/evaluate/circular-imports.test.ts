import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { reportCircularImports } from './circular-imports.ts'
import type { EvaluatedModule } from './evaluation.ts'

describe('circular imports', () => {
  const modules = new Map<string, { readonly file: string | null; readonly imports: string[] }>()
  const evaluated = (name: string): EvaluatedModule => {
    const { file, imports } = modules.get(name)!
    return { file, specifier: null, exports: {}, imports: () => imports.map(evaluated) }
  }
  const report = (
    contents: Readonly<Record<string, string>>,
    graph: Readonly<Record<string, string[]>>,
    routeFiles: readonly string[],
    severities?: object,
  ) => {
    const root = makeFolder(contents)
    modules.clear()
    for (const [name, imports] of Object.entries(graph))
      modules.set(name, { file: name.startsWith('!') ? null : `${root}/${name}`, imports })
    const relative = (file: string) => path.posix.relative(root, file)
    return reportCircularImports(
      new Set(routeFiles.map((name) => `${root}/${name}`)),
      [...modules.keys()].map(evaluated),
      { relative, severities },
    )
  }

  test('of a route file are reported with the shortest way, at the import', () => {
    const problems = report(
      { 'config/routes.ts': `\nimport { x } from '../src/a'`, 'src/a.ts': '' },
      {
        'config/routes.ts': ['src/a.ts', 'src/b.ts'],
        'src/a.ts': ['!virtual', 'src/c.ts', 'config/routes.ts'],
        'src/b.ts': [],
        'src/c.ts': ['src/a.ts', 'config/routes.ts'],
        '!virtual': ['src/b.ts'],
      },
      ['config/routes.ts'],
    )
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      code: 'circular-route-file',
      location: { file: 'config/routes.ts', line: 2, column: 19 },
    })
    expect(problems[0]!.message).toContain('config/routes.ts → src/a.ts → config/routes.ts')
  })

  test.each([
    [`import './other.ts'`, 8],
    [`import './other'`, 8],
    [`import './other.js'`, 8],
    [`import '@/other'`, 1],
  ])('have the place of %s', (code, column) => {
    const [problem] = report(
      { 'routes.ts': code, 'other.ts': '' },
      { 'routes.ts': ['other.ts'], 'other.ts': ['routes.ts'] },
      ['routes.ts'],
    )
    expect(problem!.location).toEqual({ file: 'routes.ts', line: 1, column })
  })

  test('are none of other files, and none without a circle', () => {
    const graph = { 'a.ts': ['b.ts'], 'b.ts': ['a.ts'], 'routes.ts': ['a.ts'], '!virtual': [] }
    expect(report({}, graph, ['routes.ts'])).toEqual([])
    expect(report({}, graph, [])).toEqual([])
    expect(report({}, graph, ['a.ts'], { 'circular-route-file': 'off' })).toEqual([])
    expect(report({}, graph, ['a.ts'])).toHaveLength(1)
  })
})
