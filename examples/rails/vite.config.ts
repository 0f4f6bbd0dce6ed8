import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

// The routes are those of a Rails server, which answers all but the scripts.
export default defineConfig({ plugins: [turnout({ routes: 'config/routes.json' })] })
