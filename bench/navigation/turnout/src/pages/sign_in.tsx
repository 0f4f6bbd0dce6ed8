import { accountPath } from 'virtual:routes'
import { useNavigate } from 'vite-plugin-turnout/react'

export function Show() {
  const navigate = useNavigate()
  const signIn = () => {
    sessionStorage.setItem('user', 'Ada')
    void navigate(accountPath(), { replace: true })
  }
  return (
    <>
      <h1>Sign in</h1>
      <button onClick={signIn}>Sign in</button>
    </>
  )
}
