import { redirect } from 'react-router'
import { signInPath } from 'virtual:routes'
import { useRoute } from 'virtual:routes/react-router'

export const loader = () => sessionStorage.getItem('user') ?? redirect(signInPath())

export function Show() {
  return (
    <>
      <title>Articles</title>
      <h1>Account of {useRoute('account').data}</h1>
    </>
  )
}
