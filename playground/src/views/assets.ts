import type { Manifest } from 'vite'
import { html, type Html } from '../html.ts'

const ENTRY = 'src/client/main.ts'

/** What the build made of the client, under names with hashes. The server is built after it. */
const [manifest] = Object.values(
  import.meta.glob<Manifest>('../../dist/client/.vite/manifest.json', {
    eager: true,
    import: 'default',
    exhaustive: true,
  }),
)

/** The tags of the page's script and style. */
export function assets(): Html {
  if (import.meta.env.DEV) {
    // The script brings the style along; the link keeps the page from showing without it.
    return html`<link rel="stylesheet" href="/src/client/style.css" />
      <script type="module" src="/${ENTRY}"></script>`
  }
  const { file, css = [] } = manifest![ENTRY]!
  return html`${css.map((each) => html`<link rel="stylesheet" href="/${each}" />`)}
    <script type="module" src="/${file}"></script>`
}
