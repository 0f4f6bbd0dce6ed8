import { createRoot } from 'react-dom/client'
import { createBrowserRouter, redirect } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { announceTitles, openInsertedLinks, resetFocus } from '../../router-extras.ts'
import { ErrorPage, Layout } from './layout.tsx'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'

const router = createBrowserRouter([
  {
    Component: Layout,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          { index: true, Component: Home },
          { path: 'articles', lazy: () => import('./pages/articles.tsx') },
          {
            path: 'articles/:id',
            lazy: () => import('./pages/article.tsx'),
            children: [
              { index: true, lazy: async () => ({ Component: (await import('./pages/tabs.tsx')).Text }) },
              { path: 'comments', lazy: async () => ({ Component: (await import('./pages/tabs.tsx')).Comments }) },
              { path: 'history', lazy: async () => ({ Component: (await import('./pages/tabs.tsx')).History }) },
            ],
          },
          { path: 'old-articles/:id', loader: ({ params }) => redirect(`/articles/${params.id}`) },
          { path: 'account', lazy: () => import('./pages/account.tsx') },
          { path: 'sign-in', lazy: () => import('./pages/sign-in.tsx') },
          { path: 'rare', lazy: () => import('./pages/rare.tsx') },
          { path: 'broken', lazy: () => import('./pages/broken.tsx') },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])

announceTitles()
openInsertedLinks((path) => router.navigate(path))
let { key } = router.state.location
router.subscribe(({ location }) => {
  if (location.key !== key && location.hash === '') resetFocus()
  key = location.key
})
createRoot(document.getElementById('app')!).render(<RouterProvider router={router} />)
