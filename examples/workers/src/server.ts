import { Hono } from 'hono'
import { dispatch } from 'virtual:routes/server'

/** The variables of the platform. Set them in `wrangler.jsonc`. */
interface Bindings {
  readonly REGION?: string
}

declare module 'virtual:routes/server' {
  interface Register {
    context: { readonly region: string }
  }
}

const app = new Hono<{ Bindings: Bindings }>()

app.get('/health', (c) => c.text('ok'))
// Turnout handles all other requests, with config/routes.ts.
app.all('*', (c) => dispatch(c.req.raw, { region: c.env?.REGION ?? 'here' }))

export default app
