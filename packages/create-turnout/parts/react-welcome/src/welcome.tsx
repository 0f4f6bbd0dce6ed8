import { Link } from 'vite-plugin-turnout/react'

interface WelcomeProps {
  readonly title: string
  /** The calls of some helpers, with their results. */
  readonly paths: Readonly<Record<string, string>>
  /** A page of the documentation. */
  readonly docs: string
}

/** The content of the first page. Replace it with yours. */
export function Welcome({ title, paths, docs }: WelcomeProps) {
  return (
    <>
      <h1>
        <img src="/icon.svg" alt="" width="64" height="64" />
        {title}
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
        Documentation: <code>node_modules/vite-plugin-turnout/docs/{docs}</code>
      </p>
    </>
  )
}
