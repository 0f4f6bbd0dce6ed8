import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({
  plugins: [turnout({ pages: 'src/pages', router: 'react-router', types: false })],
})
