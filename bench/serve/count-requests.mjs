// One process of `instructions.mjs`: `node count-requests.mjs <module> <method> <status> <path> <requests>`.
//
// The requests and responses are those of srvx, so that the count contains the price of their properties. srvx's `Response`
// replaces Node's own, which takes more instructions than any router.
import { NodeResponse } from 'srvx/node'
import { requestOf } from './srvx-request.mjs'

const [, , file, method, status, path, count] = process.argv

globalThis.Response = NodeResponse
const { fetch } = (await import(file)).default
let last
for (let i = 0; i < Number(count); i++) {
  last = (await fetch(requestOf(method, path.replace('*', i % 1000))))._toNodeResponse()
}
if (last.status !== Number(status)) throw new Error(`${last.status} instead of ${status}: ${path}`)
process.exit()
