import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({ plugins: [turnout({ pages: 'src/pages', types: false })] })
