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
 * The products, as HTML. Where a product lives is the application's to say, so the package knows no address.
 *
 * @param linkTo the address of a product
 */
export function priceList(linkTo: (product: Product) => string): string {
  const row = (product: Product) => `<li><a href="${linkTo(product)}">${product.name}</a>, ${product.price} €</li>`
  return `<ul>${products.map(row).join('')}</ul>`
}
