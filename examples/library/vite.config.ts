import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

// The shop's routes are in its own package, and drawn from there.
export default defineConfig({ plugins: [turnout({ drawPaths: ['config/routes', 'shop/routes'] })] })
