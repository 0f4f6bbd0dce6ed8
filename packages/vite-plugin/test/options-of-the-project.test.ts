// What a Vite config may get wrong around the plugin.
import { resolveConfig } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { turnout } from '../src/index.ts'
import { loadedProject, makeProject, routesFile, viteConfig } from './fixture.ts'

test('two `turnout()` are an error that says so', async () => {
  const root = makeProject({ 'config/routes.ts': routesFile(`  r.resources('photos')`) })
  const config = viteConfig(root, {}, { plugins: [[turnout({ types: false })]] })
  await expect(resolveConfig(config, 'build')).rejects.toThrow('`turnout()` is among the plugins more than once')
})

test('where there is no route file, the message names the root, and one that lies outside of it', async () => {
  const folder = makeProject({ 'client/index.html': '', 'config/routes.ts': routesFile('') })
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  onTestFinished(() => cwd.mockRestore())
  const { problems } = await (await loadedProject(`${folder}/client`)).outcome()
  expect(problems).toMatchObject([
    {
      code: 'entry-not-found',
      why: expect.stringMatching(/^Looked in `client`, the root of the Vite project, for `config\/routes\.ts`, /),
      fix: expect.stringContaining("`routes: '../config/routes.ts'`"),
    },
  ])
  const named = await (await loadedProject(`${folder}/client`, { routes: '../config/routes.ts' })).outcome()
  expect(named.problems).toEqual([])
})
