// @vitest-environment happy-dom
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { photoPath, photosPath, rootPath, searchPath } from 'virtual:routes'
import { beforeEach, expect, test } from 'vitest'
import { inertia, pages } from './inertia/pages.tsx'
import { createAppRouter } from './tanstack-router/router.tsx'
import { destroy } from 'virtual:routes/actions/photos'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** All URLs to which the applications link. */
const LINKS = [rootPath(), photosPath(), photoPath(7), searchPath({ query: { q: 'x' } })]

let root: HTMLElement
beforeEach(() => {
  root = document.createElement('div')
  document.body.replaceChildren(root)
})
const render = (element: ReactNode) => act(async () => createRoot(root).render(element))
const addresses = () => [...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))

test('TanStack Router has a route for every link, and renders the links', async () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/photos'] }))
  for (const link of LINKS) expect(router.matchRoutes(link.split('?')[0]!, {}).length).toBe(2)
  await router.load()
  await render(createElement(RouterProvider, { router }))
  expect(addresses()).toEqual(['/', '/photos', '/search?q=sea+%26+sky', '/photos/7'])
})

test('Inertia accepts the links of actions', async () => {
  expect(inertia(destroy(7))).toEqual({ url: '/photos/7', method: 'delete' })
  await render(createElement(pages['photos/index']!))
  expect(addresses()).toEqual(['/photos/7'])
})
