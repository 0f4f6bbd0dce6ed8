import { signInPath } from 'virtual:routes'

export function load(): string {
  const user = sessionStorage.getItem('user')
  if (user === null) throw new Response(null, { status: 302, headers: { location: signInPath() } })
  return user
}

export function Show({ data }: { readonly data: string }) {
  return <h1>Account of {data}</h1>
}
