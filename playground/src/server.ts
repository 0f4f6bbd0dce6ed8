import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
import { contextOf } from './context.ts'
import { closeDatabase } from './db/database.ts'
import { MAX_PICTURE } from './forms.ts'

export default defineServer({
  async fetch(request: Request): Promise<Response> {
    const context = await contextOf(request)
    return dispatch(await methodOverride(request), context)
  },
  /** A picture, and what a form says around it. In bytes. */
  maxRequestBodySize: MAX_PICTURE + 64 * 1024,
  onShutdown: closeDatabase,
})
