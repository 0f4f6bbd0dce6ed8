import { Form, redirect } from 'react-router'
import { accountPath, signInPath } from 'virtual:routes'
import { useRoute } from 'virtual:routes/react-router'
import { currentUser, signIn } from '../session.ts'

export const loader = {
  /** The guard of this page. It protects no data: a server must do that. */
  async show() {
    const user = await currentUser()
    if (user === null) throw redirect(signInPath())
    return { user }
  },
}

export const action = {
  async sign_in({ request }: { readonly request: Request }) {
    await signIn(String((await request.formData()).get('name')))
    return redirect(accountPath())
  },
}

export function Show() {
  const { data } = useRoute('account')
  return <h1>Account of {data.user}</h1>
}

export function SignIn() {
  return (
    <>
      <h1>Sign in</h1>
      <Form method="post" action={signInPath()}>
        <label>
          Name <input name="name" required />
        </label>
        <button>Sign in</button>
      </Form>
    </>
  )
}
