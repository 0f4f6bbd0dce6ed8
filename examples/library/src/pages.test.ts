import { expect, test } from 'vitest'
import { match, productPath } from 'virtual:routes'
import { pageAt } from './pages.ts'

test('the application has the routes of the package', () => {
  expect(productPath(2)).toBe('/shop/products/2')
  expect(match('GET', '/shop/products/2')).toMatchObject({ controller: 'shop/products', action: 'show' })
})

test('the components of the package link to the paths of the application', () => {
  expect(pageAt('/shop/products').html).toContain('<a href="/shop/products/2">Frame')
  expect(pageAt('/nowhere').title).toBe('Page not found')
})
