import { productPath, productsPath } from 'virtual:routes'

/** Returns the first page, as HTML. Replace it with yours. */
export function welcome(): string {
  const inspector = `<li><a href="/__turnout/">Inspector <small>See every route, and test which route matches</small></a></li>`
  return `<h1><img src="/icon.svg" alt="" width="64" height="64">Turnout workspace</h1>
    <p class="lead">
      <code>config/routes.ts</code> draws the routes of the package <code>shop</code>.
      Edit a file and save. These links follow at once.
    </p>
    <ul>
      <li><a href="${productsPath()}"><code>productsPath()</code> <small>${productsPath()}</small></a></li>
      <li><a href="${productPath(2)}"><code>productPath(2)</code> <small>${productPath(2)}</small></a></li>
    </ul>
    <h2>Next</h2>
    ${import.meta.env.DEV ? `<ul>${inspector}</ul>` : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/draws.md</code></p>`
}
