// The inputs of both measurements in this folder: a bundle of each router for a table, an empty module, and 1,000 requests.
import { PEER_MODULES } from '../match/peer-modules.mjs'
import { requestsOf } from '../match/requests.mjs'
import { compileTable, routesOf } from '../match/tables.mjs'
import { bundle, writeModules } from '../production.mjs'

export const ROUTERS = ['turnout', ...Object.keys(PEER_MODULES)]

/**
 * Returns the URLs of the modules, by name. Routers export `find`. The paths are strings as an HTTP parser creates them: no
 * code has read them yet.
 */
export async function bundlesOf(size) {
  const table = compileTable(size)
  const routes = routesOf(table.manifest)
  const { mixed } = requestsOf(routes, size)
  const peers = Object.entries(PEER_MODULES).map(async ([name, moduleOf]) => [name, await bundle('', moduleOf(routes))])
  const requests = JSON.stringify(mixed.slice(0, 1000).map(({ method, path }) => [method, path]))
  return writeModules({
    empty: 'export {}',
    requests: `export default ${requests}.map(([method, path]) => [method, Buffer.from(path, 'latin1').latin1Slice()])`,
    turnout: await bundle(table.code, `export { match as find } from 'virtual:routes'`),
    ...Object.fromEntries(await Promise.all(peers)),
  })
}
