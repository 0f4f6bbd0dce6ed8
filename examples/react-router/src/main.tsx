import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { basename, routes } from 'virtual:routes/react-router'

createRoot(document.querySelector('#app')!).render(
  <RouterProvider router={createBrowserRouter(routes, { basename })} />,
)
