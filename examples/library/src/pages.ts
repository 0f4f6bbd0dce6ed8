import { priceList } from 'example-library-shop'
import { match, productPath, productsPath, rootPath } from 'virtual:routes'
import { welcome } from './welcome.ts'

/** Returns the page at a path, as HTML. Escape values of users before you add them to a page. */
export function pageAt(path: string): string {
  return `<header><nav><a href="${rootPath()}">Home</a> <a href="${productsPath()}">Shop</a></nav></header>
    <main>${contentAt(path)}</main>`
}

function contentAt(path: string): string {
  const route = match('GET', path)
  switch (route?.name) {
    case 'root':
      return welcome()
    case 'products':
      return `<h1>Shop</h1>${priceList(({ id }) => productPath(id))}`
    case 'product':
      return `<h1>Product ${Number(route.params.id)}</h1>`
    default:
      return '<h1>Page not found</h1>'
  }
}
