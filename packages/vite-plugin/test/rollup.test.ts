import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rollup, type RollupLog } from 'rollup'
import { describe, expect, test } from 'vitest'
import { turnout, type RollupTurnoutOptions } from '../src/rollup.ts'
import { makeProject, routesFile, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.resources('photos')\n  r.constraints(fromOffice, () => r.get('office', { to: 'office#show' }))\n  r.draw('api')`,
    `import { fromOffice } from '@/constraints.js'`,
  ),
  'config/routes/api.ts': routesFile(`  r.namespace('api', (api) => api.resources('users', { only: 'show' }))`),
  'src/constraints.js': `export const fromOffice = (request) => request.ip === '10.0.0.1'`,
  'src/main.js': `import routes, { match } from 'virtual:routes'
export const answers = [routes.editPhotoPath(7), match('GET', '/office', { ip: '10.0.0.1' })?.controller]`,
}

async function bundle(root: string, options: RollupTurnoutOptions = {}) {
  const logs: RollupLog[] = []
  const build = await rollup({
    input: path.join(root, 'src/main.js'),
    plugins: [turnout({ root, types: false, vite: { resolve: { alias: { '@': `${root}/src` } } }, ...options })],
    onLog: (_level, log) => void logs.push(log),
  })
  const { output } = await build.generate({ sourcemap: true })
  await build.close()
  return { output, logs }
}

describe('plain Rollup', () => {
  test('bundles virtual:routes and the manifest, and has nothing to say', async () => {
    const root = makeProject(files)
    const { output, logs } = await bundle(root, { exports: { openapi: 'docs/openapi.json' } })
    expect(logs.map(({ message }) => message)).toEqual([])
    const [chunk] = output
    const asset = output.find(({ fileName }) => fileName === '.vite/routes-manifest.json')
    expect(output.map(({ fileName }) => fileName)).toContain('docs/openapi.json')
    expect(chunk.map!.sources.some((source) => source.endsWith('config/routes.ts'))).toBe(true)
    const module = (await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`)) as { answers: unknown }
    expect(module.answers).toEqual(['/photos/7/edit', 'office'])
    expect(asset).toBeDefined()
    expect(chunk.code).not.toContain('api/users')
  })

  test('has nothing of the modules of callables without `match`', async () => {
    const { output, logs } = await bundle(
      makeProject({
        ...files,
        'src/constraints.js': `console.log('loaded')\n${files['src/constraints.js']}`,
        'src/main.js': `export { officePath } from 'virtual:routes'`,
      }),
    )
    expect(output[0].code).not.toContain('loaded')
    expect(logs).toEqual([])
  })

  test('finds modules in a folder whose name begins like the path of the project', async () => {
    const root = makeProject(files)
    // Below the root, `/…/project-abc-src/office.js` has the same first characters as the root itself.
    const folder = `${root.slice(1)}-src`
    writeFiles(root, {
      [`${folder}/office.js`]: files['src/constraints.js'],
      'config/routes.ts': files['config/routes.ts'].replace('@/constraints.js', `../${folder}/office.js`),
    })
    const { output, logs } = await bundle(root)
    expect(logs).toEqual([])
    expect(output[0].code).toContain('10.0.0.1')
  })

  test('fails on an error of the route files, and points at it', async () => {
    const root = makeProject({ ...files, 'config/routes/api.ts': routesFile(`  r.match('x', { to: 'a#b' })`) })
    const failed = await bundle(root).catch((error: unknown) => error as RollupLog)
    expect(failed).toMatchObject({
      plugin: 'turnout',
      pluginCode: 'missing-via',
      loc: { file: path.join(root, 'config/routes/api.ts'), line: 4, column: 5 },
    })
  })

  test('reports a misspelt import of the routes', async () => {
    const root = makeProject({ ...files, 'src/main.js': `import { photosPath } from 'virtual:route'\nphotosPath()` })
    await expect(bundle(root)).rejects.toThrow('There is no module `virtual:route`. Did you mean `virtual:routes`?')
  })

  test('warns of what is not an error', async () => {
    const root = makeProject({
      ...files,
      'config/routes/api.ts': routesFile(`  r.get('photos', { to: 'a#b', as: null })`),
    })
    const { logs } = await bundle(root)
    expect(logs.map(({ message }) => message)).toEqual([expect.stringContaining('warning[unreachable-route]')])
  })

  test('writes the declarations', async () => {
    const root = makeProject(files)
    await bundle(root, { types: 'types/routes.d.ts' })
    expect(readFileSync(path.join(root, 'types/routes.d.ts'), 'utf8')).toContain('editPhotoPath')
    expect(existsSync(path.join(root, 'types/routes.d.ts.map'))).toBe(true)
  })
})
