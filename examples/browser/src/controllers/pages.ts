import routes, { adminRootPath, albumPath, albumsPath, archivePath, helpPath, photosPath } from 'virtual:routes'
import { html } from '../html.ts'
import type { Action } from '../page.ts'
import { albums, photos } from '../store.ts'
import { photoGrid } from '../views.ts'

export const home: Action = () => ({
  title: 'Photo album',
  body: html`
    <p>
      <a href="${albumsPath()}">${albums.all().length} albums</a>,
      <a href="${photosPath()}">${photos.all().length} photos</a>.
    </p>
    <ul>
      ${albums.all().map((album) => html`<li><a href="${albumPath(album.id)}">${album.title}</a></li>`)}
    </ul>
    <h2>Latest</h2>
    ${photoGrid(photos.all().slice(-3))}
  `,
})

export const about: Action = () => ({
  title: 'About',
  body: html`
    <p>
      A small site on Turnout. Its routes are declared in <code>config/routes.ts</code>. Every link on every page comes
      from a helper, and every page is found with <code>match</code>.
    </p>
    <ul>
      <li><a href="${helpPath('getting/started.html')}">Help with dots and slashes in its topic</a></li>
      <li><a href="${archivePath(2025)}">The albums of 2025</a></li>
      <li><a href="${archivePath({ year: 2025, month: '07' })}">Those of July</a></li>
      <li><a href="${routes.rootPath()}pictures/1">An old address, redirected</a></li>
      <li><a href="${adminRootPath()}">The admin area</a>, which readers cannot reach</li>
    </ul>
    <p>
      You are <b>${localStorage.getItem('role') ?? 'editor'}</b>. <button data-role="editor">Be an editor</button>
      <button data-role="reader">Be a reader</button>
    </p>
  `,
})

export const help: Action = ({ params }) => ({
  title: 'Help',
  body: html`<p>There is no help on <code>${params['topic'] ?? ''}</code> yet.</p>`,
})
