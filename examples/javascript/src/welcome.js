import { albumPath, albumsPath } from 'virtual:routes'
import routes from '../config/routes.js?raw'

/** Returns the first page, as HTML. Replace it with yours. */
export function welcome() {
  const source = routes.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<h1><img src="/icon.svg" alt="" width="64" height="64">Turnout + JavaScript</h1>
    <p class="lead">Edit <code>config/routes.js</code> and save. These links follow at once.</p>
    <div class="pair">
      <pre role="region" aria-label="config/routes.js" tabindex="0"><code>${source}</code></pre>
      <ul>
        <li><a href="${albumsPath()}"><code>albumsPath()</code> <small>${albumsPath()}</small></a></li>
        <li><a href="${albumPath(1)}"><code>albumPath(1)</code> <small>${albumPath(1)}</small></a></li>
      </ul>
    </div>
    ${import.meta.env.DEV ? experiments : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/resources.md</code></p>`
}

const experiments = `<h2>Try</h2>
  <ol>
    <li>Rename <code>albums</code> in the routes. The error names each helper that is gone, and its new name.</li>
    <li>Delete a bracket in the routes. The error marks its place, and the last routes stay.</li>
    <li>Open the <a href="/__turnout/">inspector</a>. It shows every route, and which route matches a request.</li>
  </ol>`
