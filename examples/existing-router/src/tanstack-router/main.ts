import { RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './router.tsx'

createRoot(document.querySelector('#app')!).render(createElement(RouterProvider, { router: createAppRouter() }))
