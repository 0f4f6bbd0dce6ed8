import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
import { store } from './notes.ts'

export default defineServer({
  fetch: async (request: Request): Promise<Response> => dispatch(await methodOverride(request)),
  /** In bytes. */
  maxRequestBodySize: 100_000,
  onShutdown: () => store.close(),
})
