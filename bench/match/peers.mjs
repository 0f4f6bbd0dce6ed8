// The other routers, each wrapped as `find(method, path) => route index and params, or null`. They do not support optional
// formats, requirements or the order of declaration, so their tables have none of these.
import { createRouter as createMapl, insertItem } from '@mapl/router'
import compileMapl from '@mapl/router/compile.js'
import findMyWay from 'find-my-way'
import { Memoirist } from 'memoirist'
import { addRoute, createRouter } from 'rou3'
import { compileRouter } from 'rou3/compiler'
import TrekRouter from 'trek-router'

/** The source of a function body that returns a matcher. Mapl compiles a tree for each verb, for paths without their slash. */
export function maplCode(routes) {
  const trees = new Map()
  for (const [verb, path, index] of routes) {
    if (!trees.has(verb)) trees.set(verb, createMapl())
    const names = Array.from(path.matchAll(/:(\w+)/g), ([, name], i) => `${name}: q[${i}]`)
    insertItem(
      trees.get(verb),
      path.replace(/:\w+/g, '*'),
      `return { index: ${index}, params: { ${names.join(', ')} } }`,
    )
  }
  const cases = [...trees].map(([verb, tree]) => [verb, `find${verb}`, compileMapl(tree)])
  const functions = cases.map(([, name, body]) => `function ${name}(p) { ${body} }`)
  const calls = cases.map(([verb, name]) => `case '${verb}': return ${name}(path.slice(1))`)
  return `${functions.join('\n')}
return (method, path) => { switch (method) { ${calls.join('\n')} } return null }`
}

/**
 * `read` converts a router's result to the common form `[route index, params]`, or null. The harness calls it outside of the
 * timed loops.
 */
export const PEERS = {
  mapl(routes) {
    return { find: new Function(maplCode(routes))(), read: (answer) => answer && [answer.index, answer.params] }
  },
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
      find(method, path) {
        const [index, pairs] = router.find(method, path)
        if (index === undefined) return null
        const params = {}
        for (const { name, value } of pairs) params[name] = value
        return { index, params }
      },
      read: (answer) => answer && [answer.index, answer.params],
    }
  },
}
