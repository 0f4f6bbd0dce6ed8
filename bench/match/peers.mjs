// The other routers, each behind `find(method, path) => route index and params, or null`. They know no optional format,
// no requirements, no order of declaration: they get what they can do.
import findMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'
import { addRoute, createRouter } from 'rou3'
import { compileRouter } from 'rou3/compiler'
import TrekRouter from 'trek-router'

/**
 * One answer looks like another only after `read`, which the harness calls outside of the timed loops:
 * `[route index, params]`, or null.
 */
export const PEERS = {
  memoirist(routes) {
    const router = new Memoirist()
    for (const [verb, path, index] of routes) router.add(verb, path, index)
    return {
      find: (method, path) => router.find(method, path),
      read: (answer) => answer && [answer.store, answer.params],
    }
  },
  rou3(routes) {
    const router = createRouter()
    for (const [verb, path, index] of routes) addRoute(router, verb, path, index)
    return { find: compileRouter(router), read: (answer) => answer && [answer.data, answer.params ?? {}] }
  },
  'find-my-way'(routes) {
    const router = findMyWay()
    for (const [verb, path, index] of routes) router.on(verb, path, () => {}, { index })
    return {
      find: (method, path) => router.find(method, path),
      read: (answer) => answer && [answer.store.index, answer.params],
    }
  },
  'trek-router'(routes) {
    const router = new TrekRouter()
    for (const [verb, path, index] of routes) router.add(verb, path, index)
    return {
      find: (method, path) => router.find(method, path),
      read: ([index, params]) =>
        index === undefined ? null : [index, Object.fromEntries(params.map(({ name, value }) => [name, value]))],
    }
  },
}
