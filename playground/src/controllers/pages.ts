import { albumsPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { html } from '../html.ts'
import { page } from '../views/page.ts'

export const about: Action<'pages#about'> = (args) =>
  page(args, {
    title: 'About',
    kind: 'reading',
    body: html`<h1>How it is made</h1>
      <p>
        Every address of this album is declared in <code>config/routes.ts</code>. A controller in
        <code>src/controllers</code> answers it: a function from a request to a response.
      </p>
      <pre><code>r.resources('albums', (albums) =&gt; {
  albums.resources('photos', { shallow: true })
})</code></pre>
      <p>
        Pages are rendered on the server and work without a script; one adds a dialog, a preview, and arrow keys. What
        you see lies in a database: a file in <code>data/</code>, or any libSQL server that
        <code>DATABASE_URL</code> names.
      </p>
      <p>
        The pictures were drawn by <code>src/db/landscape.ts</code>.
        <a href="${albumsPath({ format: 'json' })}">The albums as JSON</a>.
      </p>`,
  })
