import { adminCommentsPath, editAdminSettingsPath } from 'virtual:routes'
import { html } from '../../html.ts'
import type { Action } from '../../page.ts'
import { comments } from '../../store.ts'

export const show: Action = () => ({
  title: 'Admin',
  body: html`
    <ul>
      <li>
        <a href="${adminCommentsPath()}">Comments</a>
        (${comments.all().filter(({ approved }) => !approved).length} await approval)
      </li>
      <li><a href="${editAdminSettingsPath()}">Settings</a></li>
    </ul>
  `,
})
