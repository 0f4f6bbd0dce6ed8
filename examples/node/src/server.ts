import { FastResponse } from 'srvx'
import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
import { store } from './notes.ts'

// Node creates its own responses more slowly. Only in production: a dev server shares its process with Vite.
if (import.meta.env.PROD) globalThis.Response = FastResponse

export default defineServer({
  fetch: async (request: Request): Promise<Response> => dispatch(await methodOverride(request)),
  /** In bytes. */
  maxRequestBodySize: 100_000,
  onShutdown: () => store.close(),
})
