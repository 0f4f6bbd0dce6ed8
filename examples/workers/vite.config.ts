import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

// Builds one module that contains all packages. `npx wrangler deploy` deploys it (wrangler.jsonc).
export default defineConfig({
  plugins: [turnout({ server: true, devBar: true })],
  environments: {
    ssr: {
      resolve: { noExternal: true, conditions: ['workerd', 'worker', 'browser', 'module'] },
      build: { rollupOptions: { output: { codeSplitting: false } } },
    },
  },
})
