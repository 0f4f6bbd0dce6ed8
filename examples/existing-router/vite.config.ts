import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({
  // Without options, Turnout only provides links.
  plugins: [react(), turnout()],
  // The mode is the folder of an application in `src`: `vite --mode inertia` selects the other one. Vite cannot read its name
  // from `index.html`.
  mode: 'tanstack-router',
  optimizeDeps: { entries: 'src/*/main.ts' },
})
