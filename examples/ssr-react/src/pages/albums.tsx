import { albumPath } from 'virtual:routes'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import type { Album } from '../albums.ts'

export const title = { index: 'Albums', show: ({ data }: { readonly data: Album }) => data.title }

export function Index({ data }: PageProps<'albums#index'>) {
  return (
    <>
      <h1>Albums</h1>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>
            <Link to={albumPath(id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Show({ data }: PageProps<'albums#show'>) {
  return <h1>{data.title}</h1>
}
