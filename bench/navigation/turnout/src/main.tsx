import { createRoot } from 'react-dom/client'
import { prefetchLinks, start, viewTransition } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/react'

start({ transition: viewTransition })
prefetchLinks()
createRoot(document.getElementById('app')!).render(<Routes />)
