import { albumPath, albumsPath, match, rootPath } from 'virtual:routes'
import { welcome } from './welcome.js'

const titles = new Map([
  ['1', 'A week by the sea'],
  ['2', 'Over the pass'],
])

/** The page of each action, as HTML. Escape values of users before you add them to a page. */
const pages = {
  'pages#home': () => welcome(),
  'albums#index': () => `<h1>Albums</h1>
    <ul>${[...titles].map(([id, title]) => `<li><a href="${albumPath(id)}">${title}</a></li>`).join('')}</ul>`,
  'albums#show': ({ id }) => `<h1>${titles.get(id) ?? 'Album not found'}</h1>`,
}

/** Returns the page at a path, as HTML. */
export function pageAt(path) {
  const route = match('GET', path)
  return `<header><nav><a href="${rootPath()}">Home</a> <a href="${albumsPath()}">Albums</a></nav></header>
    <main>${route === null ? '<h1>Page not found</h1>' : pages[`${route.controller}#${route.action}`](route.params)}</main>`
}
