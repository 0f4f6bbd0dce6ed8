import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { basename, routes } from 'virtual:routes/react-router'
import { announceTitles, openInsertedLinks, resetFocus } from '../../router-extras.ts'

const router = createBrowserRouter(routes, { basename })

announceTitles()
openInsertedLinks((path) => router.navigate(path))
let { key } = router.state.location
router.subscribe(({ location }) => {
  if (location.key !== key && location.hash === '') resetFocus()
  key = location.key
})
createRoot(document.getElementById('app')!).render(<RouterProvider router={router} />)
