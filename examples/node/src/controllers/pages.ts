import { notePath, notesPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { page } from '../html.ts'

const INSPECTOR = `<li><a href="/__turnout/">Inspector <small>See every route, and test which route matches</small></a></li>`

/** The first page. Replace it with yours. */
export const home: Action<'pages#home'> = () =>
  page(
    'Turnout + Node',
    `<h1><img src="/icon.svg" alt="" width="64" height="64">Turnout + Node</h1>
    <p class="lead">Edit <code>config/routes.ts</code> and save. These links follow at once.</p>
    <ul>
      <li><a href="${notesPath()}"><code>notesPath()</code> <small>${notesPath()}</small></a></li>
      <li><a href="${notePath(1)}"><code>notePath(1)</code> <small>${notePath(1)}</small></a></li>
    </ul>
    <h2>Next</h2>
    ${import.meta.env.DEV ? `<ul>${INSPECTOR}</ul>` : ''}
    <p>Documentation: <code>node_modules/vite-plugin-turnout/docs/serving.md</code></p>`,
  )
