import { rootPath, sessionPath } from 'virtual:routes'
import { action, type Action } from 'virtual:routes/server'
import { z } from 'zod'
import { readCookie, writeCookie } from '../cookies.ts'
import { authenticate, beginSession, endSession, SESSION_LASTS } from '../data/sessions.ts'
import { ACCOUNTS } from '../db/seed.ts'
import { isRight, problemsOf, textField, type Problems } from '../forms.ts'
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
      <h2>Sample accounts</h2>
      <ul class="accounts">
        ${ACCOUNTS.map(
          ({ name, role, email, password }) =>
            html`<li>
              <form method="post" action="${sessionPath()}">
                <input type="hidden" name="email" value="${email}" />
                <input type="hidden" name="password" value="${password}" />
                <button class="plain">Use ${name}</button>
              </form>
              <span>${role === 'keeper' ? 'adds albums and photos, and approves comments' : 'writes comments'}</span>
              <code>${email}</code> <code>${password}</code>
            </li>`,
        )}
      </ul>`,
  })
}

const SignInForm = z.object({ email: textField('The email', 254), password: z.string('The password is missing.') })

export const create = action(
  'sessions#create',
  {
    body: SignInForm,
    invalid: (issues, { context, status, text }) =>
      status === 422 ? signInPage({ context }, text('email'), problemsOf(issues)) : undefined,
  },
  async ({ context, request, body }) => {
    const user = await authenticate(context.db, body.email, body.password)
    if (user === null) return signInPage({ context }, body.email, { password: 'The email or the password is wrong.' })
    const cookie = writeCookie(request, 'session', await beginSession(context.db, user), SESSION_LASTS)
    return redirectTo(rootPath(), request, `Welcome, ${user.name}.`, [cookie])
  },
)

export const destroy: Action<'sessions#destroy'> = async ({ context, request }) => {
  await endSession(context.db, readCookie(request, 'session'))
  return redirectTo(rootPath(), request, 'Signed out.', [writeCookie(request, 'session', '', 0)])
}
