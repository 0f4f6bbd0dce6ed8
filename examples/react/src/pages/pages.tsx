import { albumPath, albumPhotoPath, albumsPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

/** The first page. Replace it with yours. */
export function Home() {
  const paths = {
    'albumsPath()': albumsPath(),
    'albumPath(1)': albumPath(1),
    'albumPhotoPath(2, 1)': albumPhotoPath(2, 1),
  }
  return (
    <>
      <h1>
        <img src="/icon.svg" alt="" width="64" height="64" />
        Turnout + React
      </h1>
      <p className="lead">
        Edit <code>config/routes.ts</code> and save. These links follow at once.
      </p>
      <ul>
        {Object.entries(paths).map(([call, path]) => (
          <li key={call}>
            <Link to={path}>
              <code>{call}</code> <small>{path}</small>
            </Link>
          </li>
        ))}
      </ul>
      <h2>Next</h2>
      {import.meta.env.DEV && (
        <ul>
          <li>
            <a href="/__turnout/">
              Inspector <small>See every route, and test which route matches</small>
            </a>
          </li>
        </ul>
      )}
      <p>
        Documentation: <code>node_modules/vite-plugin-turnout/docs/react.md</code>
      </p>
    </>
  )
}
