import { priceList } from 'example-library-shop'
import { match, productPath, productsPath } from 'virtual:routes'

/** The page at a path, as HTML. */
export function pageAt(path: string): string {
  const found = match('GET', path)
  switch (found?.name) {
    case 'root':
      return `<h1>Photos</h1><a href="${productsPath()}">Shop</a>`
    case 'products':
      return priceList(({ id }) => productPath(id))
    case 'product':
      return `<h1>Product ${Number(found.params.id)}</h1>`
    default:
      return '<h1>Nothing here</h1>'
  }
}
