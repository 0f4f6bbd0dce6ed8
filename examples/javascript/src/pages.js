import { albumPath, albumsPath, match, rootPath } from 'virtual:routes'
import { welcome } from './welcome.js'

const titles = new Map([
  ['1', 'A week by the sea'],
  ['2', 'Over the pass'],
])

/** The title and the content of each action's page, as HTML. Escape values of users before you add them. */
const pages = {
  'pages#home': () => ['Turnout + JavaScript', welcome()],
  'albums#index': () => [
    'Albums',
    `<h1>Albums</h1>
    <ul>${[...titles].map(([id, title]) => `<li><a href="${albumPath(id)}">${title}</a></li>`).join('')}</ul>`,
  ],
  'albums#show': ({ id }) => {
    const title = titles.get(id) ?? 'Album not found'
    return [title, `<h1>${title}</h1><p><a href="${albumsPath()}">Back to the albums</a></p>`]
  },
}

const notFound = () => [
  'Page not found',
  `<h1>Page not found</h1><p><a href="${rootPath()}">Back to the first page</a></p>`,
]

/** Returns the page at a path: its title, and its HTML. */
export function pageAt(path) {
  const route = match('GET', path)
  const [title, content] = route === null ? notFound() : pages[`${route.controller}#${route.action}`](route.params)
  const link = (to, label) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${label}</a>`
  const nav = `<nav>${link(rootPath(), 'Home')} ${link(albumsPath(), 'Albums')}</nav>`
  return { title, html: `<header>${nav}</header><main>${content}</main>` }
}
