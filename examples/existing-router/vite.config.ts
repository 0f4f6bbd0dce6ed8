import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({
  // Without options, Turnout only provides links.
  plugins: [react(), turnout()],
  // `vite --mode tanstack-router` selects an application in `src`. Vite cannot read its name from `index.html`.
  optimizeDeps: { entries: 'src/*/main.ts' },
})
