import { rollup } from 'rollup'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { turnout as rollupTurnout } from '../src/rollup.ts'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`  r.resources('photos')\n  r.direct('docs', 'https://example.org')`),
  'src/main.ts': `import { docsUrl, photoPath } from 'virtual:routes'\nconsole.log(photoPath(1 as number), docsUrl())`,
}
const input = { build: { rollupOptions: { input: 'src/main.ts' } } }

test('a build takes the helpers that there are', async () => {
  await build(viteConfig(makeProject(files), {}, input))
})

test('a helper that does not exist is `unknown-helper`, at its place, with what it is near to', async () => {
  const main = `import routes, { phtoPath } from 'virtual:routes'\nconst id: number = 1\nroutes.photUrl(id, phtoPath(id))`
  const root = makeProject({ ...files, 'src/main.ts': main })
  const error = await build(viteConfig(root, {}, input)).catch((thrown: Error) => thrown.message)
  expect(error).toContain('`virtual:routes` has no `phtoPath`. Did you mean `photoPath`?')
  expect(error).toContain('src/main.ts:1:18')
  expect(error).toContain('`virtual:routes` has no `photUrl`. Did you mean `photoUrl`?')
  expect(error).toContain('src/main.ts:3:8')
})

test('it is a matter of severity, and of the style of helpers', async () => {
  const main = `import routes from 'virtual:routes'\nroutes.photo_path(1)`
  const root = makeProject({ ...files, 'src/main.ts': main })
  await expect(build(viteConfig(root, {}, input))).rejects.toThrow('has no `photo_path`')
  await build(viteConfig(root, { severities: { 'unknown-helper': 'off' } }, input))
  await build(viteConfig(root, { helpers: 'snake_case' }, input))
})

test('it is found by Rollup, too', async () => {
  const main = `import { phtoPath } from 'virtual:routes'\nconsole.log(phtoPath(1))`
  const root = makeProject({ ...files, 'src/main.js': main })
  const bundle = rollup({ input: `${root}/src/main.js`, plugins: [rollupTurnout({ root, types: false })] })
  await expect(bundle).rejects.toThrow('Did you mean `photoPath`?')
})
