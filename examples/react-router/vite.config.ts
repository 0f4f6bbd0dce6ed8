import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({ plugins: [react(), turnout({ pages: 'src/pages', router: 'react-router' })] })
