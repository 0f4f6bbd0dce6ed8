// What helpers may leave out, in every TypeScript that applications have.
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { expect, test } from 'vitest'
import { checkTypes, COMPILERS } from './compilers.ts'

/** The declarations of links that know a locale, and of links that do not. */
function declarations(urlDefaults?: readonly string[]): string {
  const { types } = compileRoutes((r: Routes) => {
    r.scope(':locale', () => r.resources('photos'))
    r.get('files/*path', { to: 'files#show', as: 'file', format: false })
    r.get('(:language)/products/:id', { to: 'products#show', as: 'product' })
  }, urlDefaults && { urlDefaults })
  return types!
}

/** What holds without the option: types cannot know what a function says when the application runs. */
const WITHOUT = `
import { photoPath, photosPath, photoUrl, productPath, urlDefaults, type UrlDefaults } from 'virtual:routes'

urlDefaults(() => ({}))
urlDefaults(() => ({ locale: 'de', host: 'h.test', protocol: undefined, id: 7, path: ['a', 'b'] }))
urlDefaults(() => ({ port: 8080, subdomain: 'api', trailingSlash: true, scriptName: '/app' }))
export const some: UrlDefaults = { locale: { toParam: () => 'de' } }
export const links: string[] = [photosPath('de'), photoPath('de', 7), photoUrl('de', 7, { host: 'h.test' })]
export const products: string[] = [
  productPath('de', 'chair'), productPath({ id: 'chair' }), productPath('chair', { language: 'de', format: 'json' }),
]
// @ts-expect-error by position, the language comes first
productPath('chair')
// @ts-expect-error no parameter and no option
productPath('chair', { lang: 'de' })
// @ts-expect-error no path has such a parameter
urlDefaults(() => ({ lcoale: 'de' }))
// @ts-expect-error a function, and no value: a server has many requests at a time
urlDefaults({ locale: 'de' })
// @ts-expect-error a list is for a glob
urlDefaults(() => ({ locale: ['de'] }))
// @ts-expect-error the locale is asked for
photosPath()
// @ts-expect-error the host is asked for
photoUrl('de', 7)
`

/** What holds with \`urlDefaults: ['locale', 'host']\`. */
const WITH = `
import { filePath, photoPath, photosPath, photoUrl, photosUrl, urlDefaults } from 'virtual:routes'
import * as photos from 'virtual:routes/actions/photos'

urlDefaults(() => ({ locale: 'de', host: 'h.test' }))
urlDefaults(() => ({ locale: 'de', host: 'h.test', id: 7 }))
export const links: string[] = [
  photosPath(), photosPath('fr'), photosPath({ query: { page: 2 } }), photoPath(7), photoPath('fr', 7), photoPath(undefined, 7),
  photoPath({ id: 7 }), photoPath({ id: 7, locale: 'fr' }), photoPath(7, { format: 'json' }), photos.show(7).url,
  photoPath(7, { locale: 'fr' }), photosPath({ locale: 'fr' }),
  photosUrl(), photoUrl(7), photoUrl(7, { protocol: 'https' }), photoUrl('fr', 7, { host: 'i.test' }),
]
// @ts-expect-error what links leave out must be there
urlDefaults(() => ({ locale: 'de' }))
// @ts-expect-error what links leave out must be there
urlDefaults(() => ({ locale: undefined, host: 'h.test' }))
// @ts-expect-error the id is asked for
photoPath()
// @ts-expect-error the path is asked for
filePath()
`

test.each(COMPILERS)('%s knows what links may leave out', (_name, compiler) => {
  const check = (types: string, main: string) => checkTypes(compiler, { 'virtual-routes.d.ts': types, 'main.ts': main })
  expect(check(declarations(), WITHOUT)).toBe('')
  expect(check(declarations(['locale', 'host']), WITH)).toBe('')
})
