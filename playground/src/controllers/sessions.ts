import { rootPath, sessionPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { readCookie, writeCookie } from '../cookies.ts'
import { authenticate, beginSession, endSession, SESSION_LASTS } from '../data/sessions.ts'
import { ACCOUNTS } from '../db/seed.ts'
import { isRight, textOf, type Problems } from '../forms.ts'
import { html } from '../html.ts'
import { field, form } from '../views/fields.ts'
import { page, redirectTo, type Shown } from '../views/page.ts'

const newSession: Action<'sessions#new'> = (args) => signInPage(args, '', {})
export { newSession as new }

function signInPage(args: Shown, email: string, problems: Problems): Response {
  return page(args, {
    title: 'Sign in',
    kind: 'reading',
    status: isRight({ problems }) ? 200 : 422,
    body: html`<h1>Sign in</h1>
      ${form({ to: sessionPath(), send: 'Sign in', cancel: rootPath() }, [
        field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username' }, problems),
        field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, problems),
      ])}
      <h2>Who can</h2>
      <table>
        <tr>
          <th>Role</th>
          <th>Email</th>
          <th>Password</th>
        </tr>
        ${ACCOUNTS.map(
          (each) =>
            html`<tr>
              <td>${each.role}</td>
              <td><code>${each.email}</code></td>
              <td><code>${each.password}</code></td>
            </tr>`,
        )}
      </table>
      <p class="hint">A keeper adds albums and photos, and approves comments.</p>`,
  })
}

export const create: Action<'sessions#create'> = async (args) => {
  const { context, request } = args
  const sent = await request.formData()
  const email = textOf(sent, 'email')
  const user = await authenticate(context.db, email, String(sent.get('password') ?? ''))
  if (user === null) return signInPage(args, email, { password: 'Nobody signs in with these.' })
  const cookie = writeCookie(request, 'session', await beginSession(context.db, user), SESSION_LASTS)
  return redirectTo(rootPath(), request, `Welcome, ${user.name}.`, [cookie])
}

export const destroy: Action<'sessions#destroy'> = async ({ context, request }) => {
  await endSession(context.db, readCookie(request, 'session'))
  return redirectTo(rootPath(), request, 'Signed out.', [writeCookie(request, 'session', '', 0)])
}
