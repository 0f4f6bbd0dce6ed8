// The other routers as an application would ship them: a module that contains a table's routes and exports
// `find(method, path)`. They contain no names, controllers or actions: a result contains the number of the route.
import { addRoute, createRouter } from 'rou3'
import { compileRouterToString } from 'rou3/compiler'
import { maplCode } from './peers.mjs'

/** Lines are the most compact form of a list of routes that needs no decoder. */
const listOf = (routes) => JSON.stringify(routes.map(([verb, path]) => `${verb} ${path}`).join('\n'))

const registered = (imports, body) => (routes) =>
  `${imports}
${body[0]}
${listOf(routes)}.split('\\n').forEach((line, index) => {
  const [verb, path] = line.split(' ')
  ${body[1]}
})
export const find = (method, path) => router.find(method, path)
`

/** By the router's name: a function from routes, as `[verb, path, index]`, to the source of the module. */
export const PEER_MODULES = {
  mapl: (routes) => `export const find = (() => { ${maplCode(routes)} })()`,
  memoirist: registered(`import { Memoirist } from 'memoirist'`, [
    'const router = new Memoirist()',
    'router.add(verb, path, index)',
  ]),
  /** Compiled when the application is built, as its documentation advises. */
  rou3(routes) {
    const router = createRouter()
    for (const [verb, path, index] of routes) addRoute(router, verb, path, index)
    return `export const find = ${compileRouterToString(router)}`
  },
  'find-my-way': registered(`import findMyWay from 'find-my-way'`, [
    'const router = findMyWay()',
    'router.on(verb, path, () => {}, { index })',
  ]),
  'trek-router': registered(`import TrekRouter from 'trek-router'`, [
    'const router = new TrekRouter()',
    'router.add(verb, path, index)',
  ]),
}
