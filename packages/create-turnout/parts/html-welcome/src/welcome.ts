import routes from '../config/routes.ts?raw'

interface Welcome {
  /** The calls of some helpers, with their results. */
  readonly paths: Readonly<Record<string, string>>
  /** A resource of the routes. */
  readonly resource: string
  /** A path without a route. The dev server has a page for it if it responds to all requests. */
  readonly typo?: string
  /** A page of the documentation. */
  readonly docs: string
}

/** Returns the content of the first page, as HTML. Replace it with yours. */
export function welcome({ paths, resource, typo, docs }: Welcome): string {
  const links = Object.entries(paths).map(
    ([call, path]) => `<li><a href="${path}"><code>${call}</code> <small>${path}</small></a></li>`,
  )
  const source = routes.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<p class="lead">Edit <code>config/routes.ts</code> and save. These links follow at once.</p>
    <div class="pair">
      <pre role="region" aria-label="config/routes.ts" tabindex="0"><code>${source}</code></pre>
      <ul>${links.join('')}</ul>
    </div>
    ${import.meta.env.DEV ? experiments(resource, typo) : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/${docs}</code></p>`
}

function experiments(resource: string, typo?: string): string {
  return `<h2>Try</h2>
    <ol>
      ${typo === undefined ? '' : `<li>Open <a href="${typo}">${typo}</a>. The page for a wrong path names the nearest route.</li>`}
      <li>Rename <code>${resource}</code> in the routes. The error names each helper that is gone, and its new name.</li>
      <li>Delete a bracket in the routes. The error marks its place, and the last routes stay.</li>
      <li>Open the <a href="/__turnout/">inspector</a>. It shows every route, and which route matches a request.</li>
    </ol>`
}
