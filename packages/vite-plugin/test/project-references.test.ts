// The lines of docs/types.md for TypeScript project references, in `tsc -b`.

import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { makeProject, ROUTE_FILES, writeFiles } from './fixture.ts'
import { run } from './built.ts'

const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const options = {
  strict: true,
  composite: true,
  skipLibCheck: true,
  module: 'ESNext',
  moduleResolution: 'bundler',
  target: 'ES2022',
  types: [],
  outDir: 'node_modules/.tmp',
}
const config = (include: readonly string[], tsBuildInfoFile: string) =>
  JSON.stringify({
    compilerOptions: { ...options, tsBuildInfoFile: `node_modules/.tmp/${tsBuildInfoFile}.tsbuildinfo` },
    include,
  })

test('each project that imports the routes includes the declarations', async () => {
  const link = `import { photoPath } from 'virtual:routes'\nexport const link: string = photoPath(7)\n`
  const root = makeProject({
    ...ROUTE_FILES,
    'tsconfig.json': JSON.stringify({
      files: [],
      references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.test.json' }, { path: './ui' }],
    }),
    'tsconfig.app.json': config(['src', 'virtual-routes.d.ts'], 'app'),
    'tsconfig.test.json': config(['test'], 'test'),
    'ui/tsconfig.json': config(['*.ts'], 'ui'),
    'src/main.ts': link,
    'test/main.test.ts': link,
    'ui/link.ts': link,
  })
  expect((await runCommand(['types'], root, { types: 'virtual-routes.d.ts' })).code).toBe(0)
  const check = () => run(TSC, ['-b', '--pretty', 'false'], root)
  const { out } = await check()
  expect(out.match(/^\S+: error TS\d+/gm)?.map((line) => line.replace(/\(.*:/, ''))).toEqual([
    'test/main.test.ts error TS2307',
    'ui/link.ts error TS2307',
  ])
  writeFiles(root, {
    'tsconfig.test.json': config(['test', 'virtual-routes.d.ts'], 'test'),
    'ui/tsconfig.json': config(['*.ts', '../virtual-routes.d.ts'], 'ui'),
  })
  expect(await check()).toMatchObject({ code: 0, out: '' })
})
