import { createRoot } from 'react-dom/client'
import { start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/react'

start()
createRoot(document.getElementById('app')!).render(<Routes />)
