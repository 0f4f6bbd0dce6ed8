import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { emittedRoute, path, url, type PatternRoute } from '../test/helpers.ts'
import { pathForModel } from './model.ts'
import { setUrlDefaults } from './url-defaults.ts'

const photo: PatternRoute = { pattern: '/{locale}/photos/{id}(.{format})' }
const optional: PatternRoute = { pattern: '(/{locale})/photos/{id}', defaults: { locale: 'en' } }
const photos: PatternRoute = { pattern: '/photos(.{format})' }
const hosted: PatternRoute = { pattern: '/photos', options: { host: 'api.test', protocol: 'https' } }

const [photoPath, photoUrl] = [path('photoPath', photo), url('photoUrl', photo)]
const photosPath = path('photosPath', photos)
const [optionalPath, hostedUrl] = [path('optionalPath', optional), url('hostedUrl', hosted)]

// Test files share the module: later ones must find no defaults.
afterEach(() => setUrlDefaults(undefined as never))

describe('a value that a call omits', () => {
  it('comes from `urlDefaults`, in calls by position and by name', () => {
    setUrlDefaults(() => ({ locale: 'de', host: 'h.test', protocol: 'https', query: { a: 1 }, unknown: 1 }))
    expect(photoPath(7)).toBe('/de/photos/7')
    expect(photoPath({ id: 7 })).toBe('/de/photos/7')
    expect(photoPath(undefined, 7)).toBe('/de/photos/7')
    expect(photoPath(7, { format: 'json', query: { page: 2 } })).toBe('/de/photos/7.json?page=2')
    expect(photoUrl(7)).toBe('https://h.test/de/photos/7')
    setUrlDefaults(() => ({ locale: 'de', format: 'json' }))
    expect(photoPath(7)).toBe('/de/photos/7')
    // Rails would put `?locale=de` here.
    expect(photosPath()).toBe('/photos')
    expect(
      pathForModel({ routes: { photo: emittedRoute(photo) }, resolves: {} })({ modelName: 'Photo', toParam: () => 7 }),
    ).toBe('/de/photos/7')
  })

  it('comes from `urlDefaults` unless the call or the options of the route contain it', () => {
    setUrlDefaults(() => ({ locale: 'de', host: 'h.test', protocol: 'http' }))
    expect(photoPath('fr', 7)).toBe('/fr/photos/7')
    expect(photoPath({ id: 7, locale: 'fr' })).toBe('/fr/photos/7')
    expect(photoUrl(7, { host: 'i.test', protocol: 'https' })).toBe('https://i.test/de/photos/7')
    expect(hostedUrl()).toBe('https://api.test/photos')
    expect(optionalPath(7)).toBe('/de/photos/7')
    expect(optionalPath({ id: 7, locale: null })).toBe('/photos/7')
  })

  it('overrides the defaults of the route, and counts as a value of the call', () => {
    for (const locale of ['en', 'de']) {
      setUrlDefaults(() => ({ locale }))
      const implied = optionalPath(7)
      setUrlDefaults(() => ({}))
      expect(implied).toBe(optionalPath({ id: 7, locale }))
    }
    expect(optionalPath(7)).toBe('/en/photos/7')
  })

  it('may be any option of a URL except a query, an anchor and a format', () => {
    const ambient = { host: 'h.test', port: 8080, subdomain: 'api', trailingSlash: true, scriptName: '/app' }
    setUrlDefaults(() => ({ ...ambient, locale: 'de', anchor: 'top', query: { a: 1 } }))
    expect(photoUrl(7)).toBe('http://api.h.test:8080/app/de/photos/7/')
    expect(photoUrl(7, { port: null, trailingSlash: false, subdomain: false })).toBe('http://h.test/app/de/photos/7')
    expect(hostedUrl()).toBe('https://api.api.test:8080/app/photos/')
  })

  it('is missing if `urlDefaults` returns null or undefined', () => {
    setUrlDefaults(() => ({ locale: undefined, host: null }))
    expect(() => photoPath(7)).toThrow('photoPath: id is missing')
    expect(() => photoUrl('de', 7)).toThrow('photoUrl: host is missing')
  })

  it('is checked like an argument', () => {
    setUrlDefaults(() => ({ locale: '../x', host: 'h.test/evil' }))
    expect(() => photoPath(7)).toThrow('is not a safe path')
    expect(() => photoUrl('de', 7)).toThrow('is not a valid origin')
    setUrlDefaults(() => ({ locale: {} }))
    expect(() => photoPath(7)).toThrow('locale is not a string')
  })

  it('is an error of the helper if the function throws', () => {
    setUrlDefaults(() => {
      throw new Error('no store')
    })
    expect(() => photoPath(7)).toThrow(TypeError)
    expect(() => photoPath(7)).toThrow(/^photoPath/)
  })
})

it('two concurrent requests have separate defaults', async () => {
  const store = new AsyncLocalStorage<{ locale: string; host: string }>()
  setUrlDefaults(() => store.getStore() ?? {})
  const respond = async (locale: string) =>
    store.run({ locale, host: `${locale}.h.test` }, async () => {
      const links: string[] = []
      for (let id = 0; id < 20; id++) {
        await setImmediate()
        links.push(photoPath(id), photoUrl(id))
      }
      return links
    })
  const [german, french] = await Promise.all([respond('de'), respond('fr')])
  for (const [locale, links] of [
    ['de', german],
    ['fr', french],
  ] as const) {
    expect(links).toEqual(
      Array.from({ length: 20 }, (_, id) => [
        `/${locale}/photos/${id}`,
        `http://${locale}.h.test/${locale}/photos/${id}`,
      ]).flat(),
    )
  }
  expect(() => photoPath(7)).toThrow(TypeError)
})
