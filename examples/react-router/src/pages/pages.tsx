import { Link } from 'react-router'
import { newPhotoPath, photoPath, signInPath } from 'virtual:routes'

export function Home() {
  return (
    <>
      <h1>Home</h1>
      <p className="lead">
        Turnout writes the route objects of React Router from <code>config/routes.ts</code> and <code>src/pages</code>.
      </p>
      <ul>
        <li>
          <Link to={photoPath(2)}>A page with a loader</Link> <code>{photoPath(2)}</code>
        </li>
        <li>
          <Link to={newPhotoPath()}>A form that calls an action</Link> <code>{newPhotoPath()}</code>
        </li>
        <li>
          <Link to={signInPath()}>A form in front of a guard</Link> <code>{signInPath()}</code>
        </li>
      </ul>
    </>
  )
}
