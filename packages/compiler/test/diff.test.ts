import { describe, expect, it } from 'vitest'
import { compileRoutes, diffManifests, type Manifest, type ManifestDiff, type ManifestRoute } from '../src/index.ts'
import { referenceMatcher, type ReferenceMatcher } from './reference-matcher.ts'
import { redirect } from '../src/dsl.ts'
import { HOSTS, randomPath, randomTable } from './analyse/random-table.ts'
import { randomNumbers } from '../../runtime/test/random.ts'
import { fixedSeed, runsOf } from './runs.ts'

type Block = (r: any) => void

function fromOffice(): boolean {
  return true
}

function table(block: Block): Manifest {
  const { manifest, diagnostics } = compileRoutes(block, { callables: 'by-name' })
  if (manifest === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return manifest
}

function diff(oldBlock: Block, newBlock: Block): ManifestDiff {
  return diffManifests(table(oldBlock), table(newBlock))
}

/** A difference in short: what happened to which route, and what breaks. */
function summary({ removed, changed, added, helpers }: ManifestDiff): string[] {
  const show = ({ verbs, pattern }: ManifestRoute) => `${verbs.join('|') || 'any'} ${pattern.replace('(.:format)', '')}`
  const breaks = (list: ManifestDiff['removed'][number]['breaks']) =>
    list.map((requestBreak) => {
      switch (requestBreak.kind) {
        case 'not-answered':
          return `! ${requestBreak.methods.join('|')} ${requestBreak.path}`
        case 'answered-by-another':
          return `! ${requestBreak.methods.join('|')} ${requestBreak.path} by ${requestBreak.by.controller}#${requestBreak.by.action}`
        case 'may-be-refused':
          return `! ${[...requestBreak.constraints.map((callable) => callable.export), ...Object.keys(requestBreak.conditions)].join()}`
        case 'redirected':
          return `! ${requestBreak.methods.join('|')} ${requestBreak.status}`
      }
    })
  return [
    ...removed.flatMap((removedRoute) => [`- ${show(removedRoute.route)}`, ...breaks(removedRoute.breaks)]),
    ...changed.flatMap((changedRoute) => [
      `~ ${show(changedRoute.after)} ${changedRoute.fields.join()}`,
      ...breaks(changedRoute.breaks),
    ]),
    ...added.map((route) => `+ ${show(route)}`),
    ...helpers.map((helperBreak) => {
      if (helperBreak.kind === 'helper-removed') return `! ${helperBreak.name} -> ${helperBreak.renamedTo}`
      if (helperBreak.kind === 'model-removed') return `! model ${helperBreak.model}`
      return `! ${helperBreak.name}(${helperBreak.before.join(', ')}) -> (${helperBreak.after.join(', ')})`
    }),
  ]
}

const photo: Block = (r) => r.get('photos/:id', { to: 'photos#show', as: 'photo' })

describe('diffManifests', () => {
  it.each<[string, Block, Block, string[]]>([
    ['nothing', photo, photo, []],
    [
      'the order of routes that have no request in common',
      (r) => r.resources(['photos', 'albums']),
      (r) => r.resources(['albums', 'photos']),
      [],
    ],
    ['a new route', photo, (r) => (photo(r), r.get('albums', { to: 'albums#index', as: null })), ['+ GET /albums']],
    [
      'a removed route',
      (r) => (photo(r), r.get('albums', { to: 'albums#index', as: null })),
      photo,
      ['- GET /albums', '! GET /albums'],
    ],
    [
      'a removed route that could never be reached',
      (r) => (photo(r), r.get('photos/new', { to: 'photos#new', as: null })),
      photo,
      ['- GET /photos/new'],
    ],
    [
      'a removed route whose requests another one takes',
      (r) => (r.get('photos/new', { to: 'photos#new', as: null }), photo(r)),
      photo,
      ['- GET /photos/new', '! GET /photos/new by photos#show'],
    ],
    [
      'a route that comes before another now',
      (r) => (r.get('photos/new', { to: 'photos#new', as: null }), photo(r)),
      (r) => (photo(r), r.get('photos/new', { to: 'photos#new', as: null })),
      ['~ GET /photos/new ', '! GET /photos/new by photos#show'],
    ],
    [
      'a new route that takes requests',
      photo,
      (r) => (r.get('photos/best', { to: 'photos#best', as: null, format: false }), photo(r)),
      ['~ GET /photos/:id ', '! GET /photos/best by photos#best', '+ GET /photos/best'],
    ],
    [
      'a new route behind all others',
      photo,
      (r) => (photo(r), r.get('*path', { to: 'pages#missing', as: null })),
      ['+ GET /*path'],
    ],
    [
      'another controller',
      photo,
      (r) => r.get('photos/:id', { to: 'pictures#display', as: 'photo' }),
      ['~ GET /photos/:id controller,action'],
    ],
    [
      'a narrower requirement',
      photo,
      (r) => r.get('photos/:id', { to: 'photos#show', as: 'photo', id: /\d+/ }),
      ['~ GET /photos/:id requirements', '! GET /photos/a'],
    ],
    [
      'a wider requirement',
      (r) => r.get('photos/:id', { to: 'photos#show', as: 'photo', id: /\d+/ }),
      (r) => r.get('photos/:id', { to: 'photos#show', as: 'photo', id: /\w+/ }),
      ['~ GET /photos/:id requirements'],
    ],
    [
      'no format any more',
      photo,
      (r) => r.get('photos/:id', { to: 'photos#show', as: 'photo', format: false }),
      ['~ GET /photos/:id pattern', '! GET /photos/1.1', '! photo(id, format?) -> (id)'],
    ],
    [
      'fewer verbs',
      (r) => r.match('x', { to: 'x#y', via: ['get', 'post', 'put'], as: 'x' }),
      (r) => r.match('x', { to: 'x#y', via: ['get'], as: 'x' }),
      ['~ GET /x verbs', '! POST|PUT /x'],
    ],
    [
      'one verb where there was any',
      (r) => r.match('x', { to: 'x#y', via: 'all', as: 'x' }),
      (r) => r.get('x', { to: 'x#y', as: 'x' }),
      ['~ GET /x verbs', '! POST|PUT|PATCH|DELETE /x'],
    ],
    [
      'a new condition',
      photo,
      (r) => r.constraints({ subdomain: 'api' }, () => photo(r)),
      ['~ GET /photos/:id defaults,conditions', '! GET /photos/1'],
    ],
    [
      'another condition on the subdomain',
      (r) => r.constraints({ subdomain: /^a/ }, () => photo(r)),
      (r) => r.constraints({ subdomain: /^b/ }, () => photo(r)),
      ['~ GET /photos/:id conditions', '! GET /photos/1'],
    ],
    [
      'another condition of which no example is made',
      (r) => r.constraints({ user_agent: /a/ }, () => photo(r)),
      (r) => r.constraints({ user_agent: /b/ }, () => photo(r)),
      ['~ GET /photos/:id conditions', '! user_agent'],
    ],
    [
      'a removed route with a condition of which no example is made',
      (r) => r.constraints({ user_agent: /^a/ }, () => photo(r)),
      (r) => r.get('albums', { to: 'albums#index', as: 'photo' }),
      ['- GET /photos/:id', '! GET /photos/1', '+ GET /albums', '! photo(id, format?) -> (format?)'],
    ],
    [
      'a new function as a constraint',
      photo,
      (r) => r.constraints(fromOffice, () => photo(r)),
      ['~ GET /photos/:id constraints', '! fromOffice'],
    ],
    [
      'a function that is not a constraint any more',
      (r) => r.constraints(fromOffice, () => photo(r)),
      photo,
      ['~ GET /photos/:id constraints'],
    ],
    [
      'another name',
      photo,
      (r) => r.get('photos/:id', { to: 'photos#show', as: 'picture' }),
      ['~ GET /photos/:id name', '! photo -> picture'],
    ],
    [
      'another name of the param',
      photo,
      (r) => r.get('photos/:slug', { to: 'photos#show', as: 'photo' }),
      ['~ GET /photos/:slug pattern', '! photo(id, format?) -> (slug, format?)'],
    ],
    [
      'another path',
      photo,
      (r) => r.get('pictures/:id', { to: 'photos#show', as: 'photo' }),
      ['~ GET /pictures/:id pattern', '! GET /photos/1'],
    ],
    [
      'a param that may be left out',
      (r) => r.get('a/:x', { to: 'a#b', as: 'a' }),
      (r) => r.get('a(/:x)', { to: 'a#b', as: 'a' }),
      ['~ GET /a(/:x) pattern'],
    ],
    [
      'one more param',
      (r) => r.get('a/:x', { to: 'a#b', as: 'a' }),
      (r) => r.get('a/:x(/:y)', { to: 'a#b', as: 'a' }),
      ['~ GET /a/:x(/:y) pattern'],
    ],
    [
      'a redirect in the place of an action',
      (r) => r.match('a', { to: 'a#b', as: 'a', via: ['get', 'post'] }),
      (r) => r.match('a', { to: redirect('/b'), as: 'a', via: ['get', 'post'] }),
      ['~ GET|POST /a controller,action,endpoint', '! POST 301'],
    ],
    [
      'a model that is no longer known',
      (r) => (r.resource('profile'), r.resolve('User', () => ['profile'])),
      (r) => r.resource('profile'),
      ['! model User'],
    ],
    [
      'a direct URL in the place of a route',
      (r) => r.get('a/:x', { to: 'a#b', as: 'a' }),
      (r) => r.direct('a', () => 'https://example.org'),
      ['- GET /a/:x', '! GET /a/1', '! a(x, format?) -> (host?)'],
    ],
  ])('%s', (_name, oldBlock, newBlock, expected) => {
    const difference = diff(oldBlock, newBlock)
    expect(summary(difference)).toEqual(expected)
    expect(difference.breaking).toBe(expected.some((line) => line.startsWith('!')))
  })

  it('claims nothing that is not so, and misses little, on random tables', () => {
    const { wrong, broken, missed } = judge(RUNS, SEED)
    expect(wrong, `seed ${SEED}`).toEqual([])
    expect(broken, `seed ${SEED}`).toBeGreaterThan(RUNS / 2)
    // At most 5 in 100; a small sample may miss one.
    expect(missed.length, `seed ${SEED}: ${JSON.stringify(missed.slice(0, 40), null, 1)}`).toBeLessThanOrEqual(
      Math.max(1, broken * 0.05),
    )
  })
})

const SEED = fixedSeed(20_261_121)
const RUNS = runsOf(90)

/** Each route is given so many paths to find out by trying whether a change breaks it. */
const TRIES = 200

/** Compares what is claimed with what the reference matcher answers on both tables. */
function judge(tables: number, seed: number): { wrong: object[]; missed: object[]; broken: number } {
  const random = randomNumbers(seed)
  const wrong: object[] = []
  const missed: object[] = []
  let broken = 0
  for (let number = 0; number < tables; number += 1) {
    const oldTable = distinct(randomTable(random), 'old')
    const newTable = mutated(oldTable, random)
    const { removed, changed } = diffManifests(oldTable, newTable)
    const claims = new Map([
      ...removed.map(({ route, breaks }) => [route, breaks] as const),
      ...changed.map((changedRoute) => [changedRoute.before, changedRoute.breaks] as const),
    ])
    oldTable.routes.forEach((route, index) => {
      // Of all functions among the constraints only the route's own say yes, and those of the one said to answer now.
      let rival: ManifestRoute | null = null
      const accepts = (callable: { export: string }) =>
        [...route.constraints, ...(rival?.constraints ?? [])].some(
          (constraint) => constraint.export === callable.export,
        )
      // In the same way all that is mounted declines, but for these two.
      const isOther = (candidate: ManifestRoute) =>
        candidate.endpoint !== null && candidate.action !== route.action && candidate !== rival
      const [old, now] = [oldTable, newTable].map((table) =>
        referenceMatcher(table, accepts, (routeIndex) => isOther(table.routes[routeIndex]!)),
      ) as [ReferenceMatcher, ReferenceMatcher]
      const fate = (verb: string, path: string, host = 'example.org'): ManifestRoute | 'kept' | 'lost' => {
        const oldMatch = old(verb, path, { host })
        if (oldMatch.status !== 'match' || oldMatch.route !== index) return 'kept'
        const second = now(verb, path, { host })
        if (second.status !== 'match') return 'lost'
        const newRoute = newTable.routes[second.route]!
        return newRoute.action === route.action ? 'kept' : newRoute
      }
      const breaks = claims.get(route) ?? []
      for (const requestBreak of breaks) {
        if (requestBreak.kind !== 'not-answered' && requestBreak.kind !== 'answered-by-another') continue
        rival = requestBreak.kind === 'answered-by-another' ? requestBreak.by : null
        for (const verb of requestBreak.methods) {
          const fates =
            requestBreak.request === null
              ? HOSTS.map((host) => fate(verb, requestBreak.path, host))
              : [fate(verb, requestBreak.path, requestBreak.request.host)]
          const isRight = (requestFate: ReturnType<typeof fate>) =>
            requestBreak.kind === 'not-answered' ? requestFate === 'lost' : requestFate === requestBreak.by
          if (!fates.some(isRight)) wrong.push({ number, index, route, each: requestBreak, fates })
        }
      }
      rival = null
      const verbs = route.verbs.length === 0 ? ['GET', 'POST', 'PUT'] : route.verbs
      const proof = Array.from({ length: TRIES }, () => {
        const path = randomPath(route, random)
        return verbs.flatMap((verb) =>
          HOSTS.flatMap((host) => {
            const requestFate = fate(verb, path, host)
            return requestFate === 'kept' ? [] : [{ request: `${verb} ${host}${path}`, found: show(requestFate) }]
          }),
        )
      }).flat()[0]
      if (proof === undefined) return
      broken += 1
      if (breaks.length === 0) missed.push({ number, route: show(route), ...proof })
    })
  }
  return { wrong, missed, broken }
}

function show(route: ManifestRoute | 'kept' | 'lost'): string {
  if (typeof route === 'string') return route
  const { verbs, pattern, requirements, conditions, constraints } = route
  return `${verbs.join('|')} ${pattern} ${JSON.stringify([requirements, conditions, constraints.length])}`
}

/** Gives each route an action of its own, so that it can be told who answers. */
function distinct(manifest: Manifest, prefix: string): Manifest {
  return { ...manifest, routes: manifest.routes.map((route, index) => ({ ...route, action: `${prefix}${index}` })) }
}

/** A table with one to three changes: routes removed, added, moved, or with another requirement, verb or condition. */
function mutated(manifest: Manifest, random: () => number): Manifest {
  const routes = [...manifest.routes]
  const randomIndex = () => Math.floor(random() * routes.length)
  for (let changes = 1 + Math.floor(random() * 3); changes > 0 && routes.length > 0; changes -= 1) {
    const index = randomIndex()
    const route = routes[index]!
    const otherRoutes = distinct(randomTable(random), `new${changes}_`).routes
    const otherRoute = otherRoutes[Math.floor(random() * otherRoutes.length)]!
    const kind = random()
    if (kind < 0.2) routes.splice(index, 1)
    else if (kind < 0.45) routes.splice(index, 0, otherRoute)
    else if (kind < 0.65) routes.splice(randomIndex(), 0, ...routes.splice(index, 1))
    else if (kind < 0.75) routes[index] = { ...route, verbs: otherRoute.verbs }
    else if (kind < 0.85) routes[index] = { ...route, conditions: otherRoute.conditions }
    else {
      const names = Object.keys(route.requirements)
      const requirements = Object.fromEntries(names.slice(1).map((name) => [name, route.requirements[name]!]))
      const newRequirements = [...route.pattern.matchAll(/:(p\d)/g)].map(([, name]) => [
        name!,
        { source: '[b-z]+', flags: '' },
      ])
      routes[index] = { ...route, requirements: random() < 0.5 ? requirements : Object.fromEntries(newRequirements) }
    }
  }
  return { ...manifest, routes }
}
