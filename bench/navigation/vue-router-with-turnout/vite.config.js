import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({
  plugins: [vue(), turnout({ pages: 'src/pages', router: 'vue-router', types: false })],
})
