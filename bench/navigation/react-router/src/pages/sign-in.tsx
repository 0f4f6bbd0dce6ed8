import { useNavigate } from 'react-router'

export function Component() {
  const navigate = useNavigate()
  const signIn = () => {
    sessionStorage.setItem('user', 'Ada')
    void navigate('/account', { replace: true })
  }
  return (
    <>
      <title>Articles</title>
      <h1>Sign in</h1>
      <button onClick={signIn}>Sign in</button>
    </>
  )
}
