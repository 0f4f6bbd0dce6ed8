import { priceList } from 'example-library-shop'
import { match, productPath, productsPath, rootPath } from 'virtual:routes'
import { welcome } from './welcome.ts'

export interface Page {
  readonly title: string
  /** Escape values of users before you add them. */
  readonly html: string
}

/** Returns the page at a path. */
export function pageAt(path: string): Page {
  const link = (to: string, label: string) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${label}</a>`
  const { title, html } = contentAt(path)
  return {
    title,
    html: `<header><nav>${link(rootPath(), 'Home')} ${link(productsPath(), 'Shop')}</nav></header>
      <main>${html}</main>`,
  }
}

function contentAt(path: string): Page {
  const route = match('GET', path)
  switch (route?.name) {
    case 'root': {
      const paths = { 'productsPath()': productsPath(), 'productPath(2)': productPath(2) }
      const title = 'Turnout + Workspace'
      return {
        title,
        html: `<h1><img src="/icon.svg" alt="" width="64" height="64">${title}</h1>
          ${welcome({ paths, resource: 'products', docs: 'draws.md' })}`,
      }
    }
    case 'products':
      return { title: 'Shop', html: `<h1>Shop</h1>${priceList(({ id }) => productPath(id))}` }
    case 'product': {
      const title = `Product ${Number(route.params.id)}`
      return { title, html: `<h1>${title}</h1><p><a href="${productsPath()}">Back to the shop</a></p>` }
    }
    default: {
      const title = 'Page not found'
      return { title, html: `<h1>${title}</h1><p><a href="${rootPath()}">Back to the first page</a></p>` }
    }
  }
}
