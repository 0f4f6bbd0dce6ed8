import { Miniflare } from 'miniflare'

/** Starts workerd with one module as its worker, on a port of its own. */
export async function startWorker(script, options = {}) {
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'index.mjs', contents: script }],
    compatibilityDate: '2026-04-01',
    // h3 imports `node:stream`.
    compatibilityFlags: ['nodejs_compat'],
    host: '127.0.0.1',
    port: 0,
    ...options,
  })
  await miniflare.ready
  return miniflare
}
