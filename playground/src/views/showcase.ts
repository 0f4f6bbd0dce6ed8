import { albumsPath, archivePath, galleryPath, newSessionPath, photoPath, searchPath } from 'virtual:routes'
import type { AlbumCard } from '../data/albums.ts'
import { html, type Html } from '../html.ts'

interface Sample {
  readonly href: string
  readonly label: string
  readonly pattern: string
}

/** Returns links for readers to try, with the patterns of their routes. */
function samplesOf(latest: AlbumCard | undefined): readonly Sample[] {
  const archive = latest && {
    href: archivePath({ year: latest.month.slice(0, 4) }),
    label: 'An optional segment',
    pattern: '/archive/:year(/:month)',
  }
  const photo = latest?.cover && {
    href: photoPath(latest.cover.id),
    label: 'A shallow resource',
    pattern: '/photos/:id',
  }
  return [
    ...(photo ? [photo] : []),
    ...(archive ? [archive] : []),
    { href: albumsPath({ format: 'json' }), label: 'A format', pattern: '/albums(.:format)' },
    { href: searchPath({ query: { q: 'light' } }), label: 'A validated query', pattern: '/search?q=light' },
    { href: galleryPath(), label: 'A redirect', pattern: '/gallery → /albums' },
    { href: newSessionPath(), label: 'Forms and sign-in', pattern: '/session/new' },
  ]
}

/**
 * Introduces the application below the albums of its first page.
 *
 * @param latest the first album of the page, if there is one
 */
export function showcase(latest: AlbumCard | undefined): Html {
  return html`<section class="showcase" aria-labelledby="showcase">
    <h2 id="showcase">What this app demonstrates</h2>
    <p>
      Turnout compiles <code>config/routes.ts</code> at build time. For each request, it calls the action of the
      matching route.
    </p>
    <ul>
      ${samplesOf(latest).map(
        ({ href, label, pattern }) => html`<li><a href="${href}">${label}</a> <code>${pattern}</code></li>`,
      )}
    </ul>
  </section>`
}

/** A link to the inspector, which only dev has. */
export function inspectorLink(): Html | '' {
  return import.meta.env.DEV
    ? html`<a href="${import.meta.env.BASE_URL}__turnout/">Open the inspector</a> to see all routes.`
    : ''
}
