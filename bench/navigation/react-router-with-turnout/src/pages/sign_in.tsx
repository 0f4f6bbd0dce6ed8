import { useNavigate } from 'react-router'
import { accountPath } from 'virtual:routes'

export function Show() {
  const navigate = useNavigate()
  const signIn = () => {
    sessionStorage.setItem('user', 'Ada')
    void navigate(accountPath(), { replace: true })
  }
  return (
    <>
      <title>Articles</title>
      <h1>Sign in</h1>
      <button onClick={signIn}>Sign in</button>
    </>
  )
}
