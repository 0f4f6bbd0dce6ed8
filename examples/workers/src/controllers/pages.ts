import { photoPath, photosPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { page } from '../html.ts'

const INSPECTOR = `<li><a href="/__turnout/">Inspector <small>See every route, and test which route matches</small></a></li>`

/** The first page. Replace it with yours. */
export const home: Action<'pages#home'> = () => {
  const search = photosPath({ query: { title: 'first' } })
  return page(
    'Turnout + Hono',
    `<p class="lead">Edit <code>config/routes.ts</code> and save. These links follow at once.</p>
    <ul>
      <li><a href="${photosPath()}"><code>photosPath()</code> <small>${photosPath()}</small></a></li>
      <li><a href="${photoPath(1)}"><code>photoPath(1)</code> <small>${photoPath(1)}</small></a></li>
      <li><a href="${search}"><code>photosPath(…)</code> <small>${search}</small></a></li>
    </ul>
    <h2>Next</h2>
    ${import.meta.env.DEV ? `<ul>${INSPECTOR}</ul>` : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/contracts.md</code></p>`,
  )
}
