import { adminRootPath, adminSettingsPath } from 'virtual:routes'
import type { Action } from '../../page.ts'
import { form } from '../../views.ts'

export const edit: Action = () => {
  const value = localStorage.getItem('site-name') ?? 'Photo album'
  const fields = [{ name: 'name', label: 'Name of the site', value }]
  return { title: 'Settings', body: form(adminSettingsPath(), 'PATCH', fields, 'Save') }
}

export const update: Action = ({ values }) => {
  localStorage.setItem('site-name', values.get('name') ?? '')
  return { location: adminRootPath() }
}
