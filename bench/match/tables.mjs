// The tables of the benchmarks. Everything is made from fixed lists, the same in each run of a seed.
import { compileRoutes } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { githubRoutes } from './github-routes.mjs'
import { random } from './requests.mjs'

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
function generated(routes, seed) {
  const next = random(seed)
  const [first, second] = [FIRST, SECOND].map((words) => (seed === 0 ? words : [...words].sort(() => next() - 0.5)))
  return (r) => {
    for (let group = 0; group < routes / 20; group++) {
      const word = (n) => {
        const i = 3 * group + n
        return `${first[(i * 7) % FIRST.length]}_${second[Math.floor(i / FIRST.length + i * 11) % SECOND.length]}${
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

/** The table of the README. */
function readme(r) {
  r.root('pages#home')
  r.resources('photos', { only: ['index', 'show'] }, (photos) => {
    photos.member((m) => m.get('preview'))
    photos.resources('comments', { shallow: true })
  })
  r.namespace('admin', (admin) => admin.resources('users', { param: 'slug' }))
  r.get('old/:id', { to: redirect('/photos/%{id}') })
}

/** A first application. */
function blog(r) {
  r.root('pages#home')
  r.get('about', { to: 'pages#about' })
  r.get('privacy', { to: 'pages#privacy' })
  r.get('search', { to: 'search#show' })
  r.resource('session', { only: ['new', 'create', 'destroy'] })
  r.resources('articles', (articles) => articles.resources('comments', { shallow: true }))
  r.resources('users', { param: 'slug' })
  r.resources('tags', { only: ['index', 'show'] })
  r.namespace('admin', (admin) => {
    admin.root('dashboard#show')
    admin.resources('articles')
    admin.resources('users')
  })
}

const BLOCKS = {
  21: () => readme,
  50: () => blog,
  169: () => rails,
  203: () => github,
  1000: generated,
  10000: generated,
}

/**
 * @param seed other words for the tables that are made of them; 0 for the words as they stand
 * @returns {import('@turnout/compiler').CompiledRoutes}
 */
export function compileTable(size, seed = 0) {
  const compiled = compileRoutes(BLOCKS[size](size, seed))
  if (compiled.manifest === null) throw new Error(JSON.stringify(compiled.diagnostics.slice(0, 3), null, 2))
  return compiled
}

/** `[verb, path, index]` of each route, as the other routers take them: without the optional format. */
export function routesOf(manifest) {
  return manifest.routes.map(({ verbs, pattern }, index) => [verbs[0], pattern.replace('(.:format)', ''), index])
}
