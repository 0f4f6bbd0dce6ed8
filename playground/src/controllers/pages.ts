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
        <code>config/routes.ts</code> declares every URL of this album. The controllers in <code>src/controllers</code>
        handle the requests. Each action is a function that receives a request and returns a response.
      </p>
      <pre tabindex="0"><code>r.resources('albums', (albums) =&gt; {
  albums.resources('photos', { shallow: true })
})</code></pre>
      <p>
        The server renders the pages, and they work without a script. A script adds dialogs, previews of uploads, and
        arrow keys. The albums are in a database: a file in <code>data/</code>, or the libSQL server in the environment
        variable <code>DATABASE_URL</code>.
      </p>
      <p>
        <code>src/db/landscape.ts</code> draws the pictures. The albums are also available
        <a href="${albumsPath({ format: 'json' })}">as JSON</a>.
      </p>`,
  })
