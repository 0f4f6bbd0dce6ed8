import { photoPath, photosPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { page } from '../html.ts'
import { welcome } from '../welcome.ts'

/** The first page. Replace it with yours. */
export const home: Action<'pages#home'> = () => {
  const paths = {
    'photosPath()': photosPath(),
    'photoPath(1)': photoPath(1),
    'photosPath(…)': photosPath({ query: { title: 'first' } }),
  }
  return page('Turnout + Hono', welcome({ paths, resource: 'photos', typo: '/api/phtoos', docs: 'contracts.md' }))
}
