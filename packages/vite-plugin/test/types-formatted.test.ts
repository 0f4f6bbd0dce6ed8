// The declarations in a project whose formatter also formats generated files.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { checkTypes, writeTypes } from '../src/types/write-types.ts'
import { loadedProject, makeProject, routesFile } from './fixture.ts'

test('a formatter leaves the declarations as they are, so that they stay current', async () => {
  const root = makeProject({
    'config/routes.ts': routesFile(`  r.resources('albums', (albums) => albums.resources('photos'))`),
    'src/controllers/albums.ts': '',
    'src/pages/albums/index.ts': '',
  })
  const project = await loadedProject(root, { types: 'routes.d.ts', server: true, pages: 'src/pages' })
  const { manifest } = await project.outcome()
  expect(writeTypes(project, manifest!).refusal).toBe(null)
  const code = readFileSync(path.join(root, 'routes.d.ts'), 'utf8')
  const modules = [...code.matchAll(/^declare module '(.+)' \{$/gm)].map(([, name]) => name)
  expect(modules).toEqual(expect.arrayContaining(['virtual:routes', 'virtual:routes/actions/photos']))
  const formatted = await format('routes.d.ts', code, { semi: true, singleQuote: false, printWidth: 80 })
  expect(formatted).toMatchObject({ errors: [], code })
  // Without the comments, the same formatter changes the file.
  const unprotected = code.replaceAll('// prettier-ignore\n', '')
  expect((await format('routes.d.ts', unprotected, { semi: true })).code).not.toBe(unprotected)
  expect(checkTypes(project, manifest!)).toEqual([])
})
