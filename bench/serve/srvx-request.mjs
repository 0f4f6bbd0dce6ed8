// A request as srvx passes it to an application on Node, without a connection.
import { NodeRequest } from 'srvx/node'

const HOST = '127.0.0.1:3000'
const headers = { host: HOST, 'user-agent': 'bench', accept: '*/*' }
const rawHeaders = ['Host', HOST, 'User-Agent', 'bench', 'Accept', '*/*']
const socket = { remoteAddress: '127.0.0.1' }

/** @param url the path and the query */
export const requestOf = (method, url) =>
  new NodeRequest({ req: { method, url, headers, rawHeaders, socket }, res: null })
