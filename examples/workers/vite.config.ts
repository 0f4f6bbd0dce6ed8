import { defineConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

// One module with everything in it, for workerd. `npx wrangler deploy` takes it as it is (wrangler.jsonc).
export default defineConfig({
  plugins: [turnout({ server: true })],
  environments: {
    ssr: {
      resolve: { noExternal: true, conditions: ['workerd', 'worker', 'browser', 'module'] },
      build: { rollupOptions: { output: { codeSplitting: false } } },
    },
  },
})
