// The helpers whose calls builds replace: each must return what it is replaced by.
import { describe, expect, it } from 'vitest'
import { compileRoutes, type Block } from '../src/index.ts'
import { constantHelpers } from '../src/phases/5-emit/constant-helpers.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import album from './emitted/album.ts'
import { loadModule } from './load-module.ts'

const odd: Block = (r) => {
  r.root('pages#home')
  r.resources('photos')
  r.get('shown', { to: 'a#b', as: 'shown', defaults: { format: 'json' } })
  r.get('slash', { to: 'a#b', as: 'slash', defaults: { trailing_slash: true } as never })
  r.get('anchored', { to: 'a#b', as: 'anchored', format: false, defaults: { anchor: 'x y' } as never })
  r.get('sub', { to: 'a#b', as: 'sub', constraints: { subdomain: 'api' } })
  r.get('é(/:page)', { to: 'a#b', as: 'paged' })
  r.get(':locale/about', { to: 'a#b', as: 'about', defaults: { locale: 'en' } })
  r.get('data.:format', { to: 'a#b', as: 'data' })
  r.get('日本', { to: 'a#b', as: 'japan', format: false })
  r.direct('docs', `https://example.org/it's?a=1`)
  r.direct('here', '/here')
  r.direct('newest', ['photos', {}] as never)
}

describe.each([
  ['the album', album],
  ['odd routes', odd],
])('the constant helpers of %s', (_, block) => {
  it.each(['camelCase', 'snake_case'] as const)('return what calls are replaced by (%s)', (helpers) => {
    const { manifest } = compileRoutes(block, { callables: 'by-name', helpers })
    const module = loadModule(emitModule(manifest!, { helpers }).code)
    const constants = constantHelpers(manifest!, helpers)
    expect(constants.size).toBeGreaterThan(4)
    for (const [name, text] of constants) expect([name, (module[name] as () => string)()]).toEqual([name, text])
  })
})

it('are those without parameters but the format', () => {
  const { manifest } = compileRoutes(odd, { callables: 'by-name' })
  expect([...constantHelpers(manifest!).keys()].sort()).toEqual(
    [
      'rootPath',
      'photosPath',
      'newPhotoPath',
      'shownPath',
      'slashPath',
      'anchoredPath',
      'subPath',
      'japanPath',
      'docsPath',
      'docsUrl',
      'herePath',
      'hereUrl',
    ].sort(),
  )
})
