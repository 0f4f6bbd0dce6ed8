import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { compileRoutes } from '../src/index.ts'
import { emitManifest } from '../src/phases/5-emit/emit-manifest.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { bundleWithRollup, bundleWithVite, type EmittedModules } from './bundle.ts'

const ENTRY = `
import routes, { match, pathFor, photoPath, photoUrl } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
const answers = [
  match('GET', '/photos/7.json'), match('GET', '/songs/a-b'), match('GET', '/files/a/b'), match('GET', '/old/7'),
  match('GET', '/tags/aab', { host: 'api.h.test' }), match('GET', '/nowhere'),
].map((answer) => answer && answer.name)
const urls = [photoPath(7, { query: { a: [1] } }), photoUrl(7, { host: 'h.test' }), pathFor('Photo', { id: 7 })]
console.log(JSON.stringify([answers, urls, Object.keys(routes).length > 5, manifest.routes.length]))
// What a policy without 'unsafe-eval' refuses.
try {
  new Function('return 1')
  console.log('strings are code')
} catch {}
`

type Builder = Record<'get' | 'resources', (path: string, options: object) => void>

const { manifest } = compileRoutes((r: Builder) => {
  r.resources('photos', { only: ['show'] })
  r.get('songs/:a-:b', { to: 'songs#show', as: 'song' })
  r.get('files/*path', { to: 'files#show', as: 'file' })
  r.get('old/:id', { to: 'old#show', as: 'old' })
  r.get('tags/:id', { to: 'tags#show', as: 'tag', id: /(?:a|b|ab)+/, constraints: { subdomain: 'api' } })
})

it.each([
  ['Vite 8', (modules: EmittedModules) => bundleWithVite(ENTRY, modules, true)],
  ['Rollup 4', (modules: EmittedModules) => bundleWithRollup(ENTRY, modules)],
])('a module built by %s works where no text may become code', async (_, bundle) => {
  const input = await bundle({
    'virtual:routes': emitModule(manifest!).code,
    'virtual:routes/manifest': emitManifest(manifest!),
  })
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module'],
    { input, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([
    ['photo', 'song', 'file', 'old', 'tag', null],
    ['/photos/7?a%5B%5D=1', 'http://h.test/photos/7', '/photos/7'],
    true,
    5,
  ])
})
