import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

export default defineConfig({ plugins: [turnout({ server: true, devBar: true })] })
