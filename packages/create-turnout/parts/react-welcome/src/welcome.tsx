import routes from '../config/routes.ts?raw'
import { Link } from 'vite-plugin-turnout/react'

interface WelcomeProps {
  readonly title: string
  /** The calls of some helpers, with their results. */
  readonly paths: Readonly<Record<string, string>>
  /** A resource of the routes. */
  readonly resource: string
  /** A path without a route. */
  readonly typo: string
  /** A page of the documentation. */
  readonly docs: string
}

/** The content of the first page. Replace it with yours. */
export function Welcome({ title, paths, resource, typo, docs }: WelcomeProps) {
  return (
    <>
      <h1>
        <img src="/icon.svg" alt="" width="64" height="64" />
        {title}
      </h1>
      <p className="lead">
        Edit <code>config/routes.ts</code> and save. These links follow at once.
      </p>
      <div className="pair">
        <pre role="region" aria-label="config/routes.ts" tabIndex={0}>
          <code>{routes}</code>
        </pre>
        <ul>
          {Object.entries(paths).map(([call, path]) => (
            <li key={call}>
              <Link to={path}>
                <code>{call}</code> <small>{path}</small>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {import.meta.env.DEV && (
        <>
          <h2>Try</h2>
          <ol>
            <li>
              Open <a href={typo}>{typo}</a>. The page for a wrong path names the nearest route.
            </li>
            <li>
              Rename <code>{resource}</code> in the routes. The error names each helper that is gone, and its new name.
            </li>
            <li>Delete a bracket in the routes. The error marks its place, and the last routes stay.</li>
            <li>
              Open the <a href="/__turnout/">inspector</a>. It shows every route, and which route matches a request.
            </li>
          </ol>
        </>
      )}
      <p>
        Documentation: <code>node_modules/vite-plugin-turnout/docs/{docs}</code>
      </p>
    </>
  )
}
