import { Link } from '@inertiajs/react'
import type { ComponentType } from 'react'
import { destroy, show } from 'virtual:routes/actions/photos'

/** Converts a link of Turnout for Inertia, which needs the method in lower case. */
export const inertia = <Method extends string>({ url, method }: { url: string; method: Method }) => ({
  url,
  method: method.toLowerCase() as Lowercase<Method>,
})

function Photos() {
  return (
    <main>
      <h1>Photos</h1>
      <Link href={inertia(show(7))}>Photo 7</Link>
    </main>
  )
}

function Photo({ id }: { id: string }) {
  return (
    <main>
      <h1>Photo {id}</h1>
      <Link href={inertia(destroy(id))} as="button">
        Delete
      </Link>
    </main>
  )
}

/** The components that the server names. */
export const pages: Readonly<Record<string, ComponentType<any>>> = { 'photos/index': Photos, 'photos/show': Photo }
