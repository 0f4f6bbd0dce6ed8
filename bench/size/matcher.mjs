// Bytes of `match` in a production bundle, and of other routers: `node bench/size/matcher.mjs`, after `npm run build`.
//
// "fixed" is the bundle of a table of one route, the minimum for every application. "a route" is the additional size of a
// table, divided by its routes. All after gzip. "in a browser" is the form that the plugin emits for the `client` environment:
// fewer bytes for up to some hundred routes, and more time. Our table contains names, controllers and actions; the others contain the
// numbers of routes, and have no formats and no requirements.
import { gzipSync } from 'node:zlib'
import { compileRoutes } from '@turnout/compiler'
import { emitModule } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { PEER_MODULES } from '../match/peer-modules.mjs'
import { compileTable, routesOf } from '../match/tables.mjs'
import { bundle } from '../production.mjs'

const SIZES = [21, 50, 169, 203, 1000, 10000]
const gzip = (text) => gzipSync(text, { level: 9 }).length

const tables = new Map(SIZES.map((size) => [size, compileTable(size)]))
const home = compileRoutes((r) => r.root('pages#home'))
const bundlers = {
  turnout: ({ code }) => bundle(code),
  'turnout, in a browser': ({ manifest }) => bundle(emitModule(manifest, { forBrowser: true }).code),
  ...Object.fromEntries(
    Object.entries(PEER_MODULES).map(([name, moduleOf]) => [
      name,
      ({ manifest }) => bundle('', moduleOf(routesOf(manifest))),
    ]),
  ),
}

console.log(`| router | fixed | ${SIZES.map((size) => `${size} routes | a route`).join(' | ')} |`)
console.log(`|---|${'---|'.repeat(1 + 2 * SIZES.length)}`)
for (const [name, bundleOf] of Object.entries(bundlers)) {
  const fixed = gzip(await bundleOf(home))
  const cells = [fixed]
  for (const [size, table] of tables) {
    const packed = gzip(await bundleOf(table))
    cells.push(packed, ((packed - fixed) / size).toFixed(2))
  }
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
