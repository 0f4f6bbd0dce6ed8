import { dispatch, methodOverride } from 'virtual:routes/server'

export default {
  fetch: async (request: Request): Promise<Response> => dispatch(await methodOverride(request)),
  /** In bytes. */
  maxRequestBodySize: 100_000,
}
