import { albumPath, albumsPath, match } from 'virtual:routes'

const titles = new Map([
  ['1', 'A week by the sea'],
  ['2', 'Over the pass'],
])

/** What each action shows. */
const pages = {
  'albums#index': () => [...titles].map(([id, title]) => `<p><a href="${albumPath(id)}">${title}</a></p>`).join(''),
  'albums#show': ({ id }) => `<h1>${titles.get(id) ?? 'No such album'}</h1><a href="${albumsPath()}">All albums</a>`,
}

/** The page at a path, as HTML. */
export function pageAt(path) {
  const found = match('GET', path)
  return found === null ? '<h1>Nothing here</h1>' : pages[`${found.controller}#${found.action}`](found.params)
}
