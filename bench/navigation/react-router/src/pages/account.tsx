import { redirect, useLoaderData } from 'react-router'

export function loader() {
  return sessionStorage.getItem('user') ?? redirect('/sign-in')
}

export function Component() {
  return (
    <>
      <title>Articles</title>
      <h1>Account of {useLoaderData<string>()}</h1>
    </>
  )
}
