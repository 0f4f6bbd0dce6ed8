import { createRoot } from 'react-dom/client'
import { prefetchLinks, start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/react'

start({ viewTransitions: true })
prefetchLinks()
createRoot(document.getElementById('app')!).render(<Routes />)
