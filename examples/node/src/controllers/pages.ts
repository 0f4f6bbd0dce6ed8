import { notePath, notesPath, rootPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { page } from '../html.ts'
import { welcome } from '../welcome.ts'

/** The first page. Replace it with yours. */
export const home: Action<'pages#home'> = () => {
  const paths = { 'notesPath()': notesPath(), 'notePath(1)': notePath(1) }
  return page(
    'Turnout + Node',
    `<h1><img src="/icon.svg" alt="" width="64" height="64">Turnout + Node</h1>
    ${welcome({ paths, resource: 'notes', typo: '/notse', docs: 'serving.md' })}`,
    { path: rootPath() },
  )
}
