import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'

createRoot(document.querySelector('#app')!).render(
  createElement(RouterProvider, { router: createBrowserRouter(routes) }),
)
