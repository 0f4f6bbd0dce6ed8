// The tables and the requests of the benchmarks. Everything is made from fixed lists, the same in each run.
import { compileRoutes } from '@turnout/compiler'
import { githubRoutes } from './github-routes.mjs'

/** 169 routes of a shop with a blog and an admin area, as `rails routes` would list them. */
function rails(r) {
  r.root('pages#home')
  r.get('about', { to: 'pages#about' })
  r.get('privacy', { to: 'pages#privacy' })
  r.get('search', { to: 'search#show' })
  r.get('terms/of/service', { to: 'pages#terms' })
  r.get('help/contact/support/hours', { to: 'pages#hours' })
  r.resources('messages')
  r.resources('events')
  r.resource('session', { only: ['new', 'create', 'destroy'] })
  r.resource('profile')
  r.resources('photos', (photos) => {
    photos.member((m) => m.get('preview'))
    photos.collection((c) => c.get('search'))
    photos.resources('comments', (comments) => comments.resources('replies', { only: ['index', 'show', 'create'] }))
  })
  r.resources('articles', (articles) => {
    articles.resources('revisions', { only: ['index', 'show'] })
    articles.resources('tags', { only: ['index', 'create', 'destroy'] })
  })
  r.resources('users', { param: 'slug' }, (users) => {
    users.resources('followers', { only: ['index'] })
    users.resource('avatar', { only: ['show', 'update'] })
  })
  r.resources('products', (products) => products.resources('reviews', { shallow: true }))
  r.resources('orders', { only: ['index', 'show', 'create'] }, (orders) => {
    orders.resources('line_items', { only: ['create', 'update', 'destroy'] })
    orders.member((m) => m.post('cancel'))
  })
  r.resource('cart', { only: ['show', 'update', 'destroy'] })
  r.namespace('admin', (admin) => {
    admin.root('dashboard#show')
    admin.resources('users')
    admin.resources('products')
    admin.resources('categories')
    admin.resources('comments')
    admin.resources('articles')
    admin.get('reports/sales/by_region/monthly', { to: 'reports#monthly' })
    admin.get('reports/sales/by_product/weekly', { to: 'reports#weekly' })
  })
  r.namespace('api', (api) => {
    api.namespace('v1', (v1) => {
      v1.resources('photos', { only: ['index', 'show', 'create', 'update', 'destroy'] }, (photos) => {
        photos.resources('comments', { only: ['index', 'show', 'create'] })
      })
      v1.resources('articles')
      v1.resources('users', { only: ['index', 'show'] })
      v1.get('status/health/database/primary', { to: 'status#show' })
    })
  })
}

const FIRST = (
  'amber ancient autumn azure bitter black blue bold brave bright broad bronze calm careful clever cold cool copper ' +
  'coral crimson crystal curly daring dark deep distant dry dusty eager early empty falling fancy fast fierce final ' +
  'flat fresh frosty gentle giant golden grand gray green happy hidden hollow honest humble icy idle inner ivory ' +
  'jolly jumping keen kind large late lazy light little lively lone long'
).split(' ')
const SECOND = (
  'account album anchor apple badge band basket beacon bell bird bond book bottle box branch bridge bucket button ' +
  'cabin camera candle card castle chair circle clock cloud coin column comet corner cottage crane crown cup curtain ' +
  'desk diamond door dream drum eagle engine feather fence field flag flower fork frame garden gate glove guitar ' +
  'hammer harbor hat hill horn house island jacket jewel'
).split(' ')

/** Groups of 20 routes: a resource, one nested in it, one a level deeper, and three static paths. */
function generated(routes) {
  return (r) => {
    for (let group = 0; group < routes / 20; group++) {
      const word = (n) => {
        const i = 3 * group + n
        return `${FIRST[(i * 7) % FIRST.length]}_${SECOND[Math.floor(i / FIRST.length + i * 11) % SECOND.length]}${
          i >= 4000 ? i : ''
        }s`
      }
      r.resources(word(0), (outer) => {
        outer.collection((c) => c.get('overview'))
        outer.resources(word(1), (inner) => inner.resources(word(2), { only: ['show'] }))
      })
      r.get(`reports/${word(0)}/by_region/monthly/totals`, { to: `${word(0)}#report` })
      r.get(`${word(1)}_latest`, { to: `${word(1)}#latest` })
    }
  }
}

function github(r) {
  for (const [verb, path] of githubRoutes) {
    const action = path.replace(/[^a-z]+/g, '_').replace(/^_|_$/g, '')
    r[verb.toLowerCase()](path, { to: `${path.split('/')[1]}#${action}`, as: null })
  }
}

const BLOCKS = { 169: rails, 203: github, 1000: generated(1000), 10000: generated(10000) }

/** @returns {import('@turnout/compiler').CompiledRoutes} */
export function compileTable(size) {
  const compiled = compileRoutes(BLOCKS[size])
  if (compiled.manifest === null) throw new Error(JSON.stringify(compiled.diagnostics.slice(0, 3), null, 2))
  return compiled
}

/** `[verb, path, index]` of each route, as the other routers take them: without the optional format. */
export function routesOf(manifest) {
  return manifest.routes.map(({ verbs, pattern }, index) => [verbs[0], pattern.replace('(.:format)', ''), index])
}

/** A small generator, so that requests are the same in each run. */
export function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const VERBS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']
const VALUES = ['7', '42', '1234', '98765', 'q3r8k1', 'octocat-9', 'b0a1c2d3e4f5', 'x-2024-05-17']

/**
 * Requests of six kinds, in equal parts. Each is `{ method, path, mask }`; bit `i` of `mask` says that segment `i` is a
 * parameter.
 */
export function requestsOf(manifest, count) {
  const next = random(count + manifest.routes.length)
  const routes = routesOf(manifest).filter(([, path]) => path !== '/')
  const segments = (path) => path.split('/').length - 1
  const params = (path) => path.split(':').length - 1
  const pick = (list) => list[Math.floor(next() * list.length)]
  const statics = routes.filter(([, path]) => params(path) === 0)
  const most = Math.max(...statics.map(([, path]) => segments(path)))
  const long = statics.filter(([, path]) => segments(path) >= Math.min(4, most))
  const kinds = {
    static: () => fill(pick(statics.filter(([, path]) => segments(path) <= 2))),
    'one param': () => fill(pick(routes.filter(([, path]) => params(path) === 1))),
    'three params': () => fill(pick(routes.filter(([, path]) => params(path) === 3))),
    'long static': () => fill(pick(long)),
    miss: () => {
      const { method, path, mask } = fill(pick(routes))
      return { method, path: next() < 0.5 ? `/zz${path}` : `${path}/zz/zz/zz`, mask }
    },
    'wrong method': () => {
      const route = pick(routes.filter(([, path]) => params(path) < 3))
      const verbs = routes.filter(([, path]) => path === route[1]).map(([verb]) => verb)
      return { ...fill(route), method: pick(VERBS.filter((verb) => !verbs.includes(verb))) }
    },
  }
  const fill = ([method, pattern]) => {
    let mask = 0
    const path = pattern
      .split('/')
      .map((segment, index) => {
        if (!segment.startsWith(':')) return segment
        mask |= 1 << (index - 1)
        return pick(VALUES)
      })
      .join('/')
    return { method, path, mask }
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, make]) => [kind, Array.from({ length: Math.ceil(count / 6) }, make)]),
  )
}
