export interface Product {
  readonly id: number
  readonly name: string
  readonly price: number
}

const products: readonly Product[] = [
  { id: 1, name: 'Print, 30 × 20', price: 45 },
  { id: 2, name: 'Frame', price: 30 },
]

/**
 * Returns the products, as HTML.
 *
 * @param linkTo returns the path of a product. The package contains no path, because the application chooses it
 */
export function priceList(linkTo: (product: Product) => string): string {
  const items = products.map(
    (product) => `<li><a href="${linkTo(product)}">${product.name} <small>${product.price} €</small></a></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}
