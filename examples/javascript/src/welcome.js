import { albumPath, albumsPath } from 'virtual:routes'

/** Returns the first page, as HTML. Replace it with yours. */
export function welcome() {
  const inspector = `<li><a href="/__turnout/">Inspector <small>See every route, and test which route matches</small></a></li>`
  return `<h1><img src="/icon.svg" alt="" width="64" height="64">Turnout</h1>
    <p class="lead">Edit <code>config/routes.js</code> and save. These links follow at once.</p>
    <ul>
      <li><a href="${albumsPath()}"><code>albumsPath()</code> <small>${albumsPath()}</small></a></li>
      <li><a href="${albumPath(1)}"><code>albumPath(1)</code> <small>${albumPath(1)}</small></a></li>
    </ul>
    <h2>Next</h2>
    ${import.meta.env.DEV ? `<ul>${inspector}</ul>` : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/resources.md</code></p>`
}
