import { createInertiaApp } from '@inertiajs/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { pages } from './pages.tsx'

// A server of Inertia writes the first page into the document. Here is no server.
const page = { component: 'photos/index', props: {}, url: '/photos', version: null, flash: {} }

void createInertiaApp({
  page: page as never,
  resolve: (name) => pages[name]!,
  setup: ({ el, App, props }) => createRoot(el!).render(createElement(App, props)),
})
