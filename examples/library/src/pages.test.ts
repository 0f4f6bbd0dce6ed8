import { expect, test } from 'vitest'
import { match, productPath } from 'virtual:routes'
import { pageAt } from './pages.ts'

test('the routes of the shop are drawn from its package', () => {
  expect(productPath(2)).toBe('/shop/products/2')
  expect(match('GET', '/shop/products/2')).toMatchObject({ controller: 'shop/products', action: 'show' })
})

test('what the package shows has the addresses of the application', () => {
  expect(pageAt('/shop/products')).toContain('<a href="/shop/products/2">Frame</a>')
})
