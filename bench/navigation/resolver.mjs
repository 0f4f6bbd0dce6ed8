// How long vue-router takes to build its matcher and to resolve a path, in four ways, with resources that have pages.
//
//   node bench/navigation/resolver.mjs [routes…]        (after `npm run build`)
import { compileRoutes } from '@turnout/compiler'
import { createGuard, createRoutes } from 'vite-plugin-turnout/vue-router'
import { bundle, writeModules } from '../production.mjs'

process.env.NODE_ENV = 'production'
const { createMemoryHistory, createRouter } = await import('vue-router')
const { createFixedResolver, experimental_createRouter, MatcherPatternPathDynamic, MatcherPatternPathStatic } =
  await import('vue-router/experimental')

const ROUNDS = 30
const history = createMemoryHistory()
const component = { render: () => null }

/** Each resource has four pages: index, new, edit and show. */
async function tableOf(size) {
  const { manifest, code } = compileRoutes((r) => {
    for (let index = 0; index < size / 4; index += 1) {
      r.resources(`photos${index}`, { only: ['index', 'show', 'new', 'edit'], format: false })
    }
  })
  const { match } = await import(Object.values(writeModules({ [`resolver-${size}`]: await bundle(code) }))[0])
  return {
    match,
    routes: manifest.routes.map(({ name, pattern, controller, action }) => ({ name, pattern, controller, action })),
  }
}

function waysFor({ match, routes }) {
  const lines = routes.map(({ name, pattern, controller, action }) => {
    const load = async () => ({ default: component })
    return {
      id: name,
      path: pattern,
      name,
      action: `${controller}#${action}`,
      exports: ['default'],
      load,
      children: null,
    }
  })
  const fixed = (pathOf) => () => {
    const records = routes.map((route) => ({
      name: route.name,
      path: pathOf(route),
      components: { default: component },
      meta: {},
    }))
    return experimental_createRouter({ history, resolver: createFixedResolver(records) })
  }
  const vuePath = ({ pattern }) => {
    if (!pattern.includes(':')) return new MatcherPatternPathStatic(pattern)
    const parts = pattern.slice(1).split('/')
    const regExp = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`)
    return new MatcherPatternPathDynamic(
      regExp,
      { id: [] },
      parts.map((part) => (part === ':id' ? 1 : part)),
    )
  }
  // All records share the result of `match` for the path.
  let last = ''
  let found = null
  const matchPath = ({ name }) => ({
    match(path) {
      if (path !== last) {
        last = path
        found = match('GET', path)
      }
      return found !== null && found.name === name ? found.params : null
    },
  })
  return {
    'own records': () =>
      createRouter({ history, routes: routes.map(({ name, pattern: path }) => ({ name, path, component })) }),
    'records of the table': () => {
      const router = createRouter({ history, routes: createRoutes(lines, { h: null, RouterView: null }) })
      const guard = createGuard({ match, basename: '/', table: lines })
      return {
        resolve(path) {
          const location = router.resolve(path)
          guard(location)
          return location
        },
      }
    },
    'fixed resolver, own patterns': fixed(vuePath),
    'fixed resolver, with `match`': fixed(matchPath),
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

/** Returns microseconds. */
function timeOf(run) {
  const start = performance.now()
  run()
  return (performance.now() - start) * 1000
}

console.log('| routes | way | build, in µs | resolve, in µs |\n| --- | --- | --- | --- |')
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20, 300, 1000]
for (const size of sizes) {
  const table = await tableOf(size)
  const paths = table.routes.map(({ pattern }) => pattern.replace(':id', '7'))
  const ways = Object.entries(waysFor(table)).map(([way, make]) => ({ way, make, builds: [], resolutions: [] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { way, make, builds, resolutions } of ways) {
      let router
      builds.push(timeOf(() => (router = make())))
      for (const [index, path] of paths.entries()) {
        const { name } = router.resolve(path)
        if (name !== table.routes[index].name) throw new Error(`${way} resolves ${path} to ${String(name)}`)
      }
      resolutions.push(timeOf(() => paths.forEach((path) => router.resolve(path))) / paths.length)
    }
  }
  for (const { way, builds, resolutions } of ways) {
    console.log(
      `| ${table.routes.length} | ${way} | ${median(builds).toFixed(0)} | ${median(resolutions).toFixed(1)} |`,
    )
  }
}
