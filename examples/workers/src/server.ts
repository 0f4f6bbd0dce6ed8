import { Hono } from 'hono'
import { dispatch } from 'virtual:routes/server'

/** What the platform gives, as `wrangler.jsonc` says. */
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
// All the rest is in the table of routes.
app.all('*', (c) => dispatch(c.req.raw, { region: c.env?.REGION ?? 'here' }))

export default app
