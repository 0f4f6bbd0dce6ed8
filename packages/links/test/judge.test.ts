import { describe, expect, it } from 'vitest'
import { compileRoutes, type Manifest } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { Judge, type JudgeOptions, type Verdict } from '../src/judge.ts'
import type { Part } from '../src/link.ts'
import { prefixRoute } from '../src/link-path.ts'

const { manifest } = compileRoutes((r) => {
  r.root('pages#home')
  r.resources('photos', {}, (photos) => {
    photos.member((m) => m.post('publish'))
    photos.resources('comments', { only: ['index'] })
  })
  r.get('old/:id', { to: 'redirect#x', constraints: { id: /\d+/ } })
  r.get('users/:name', { to: 'users#show', name: /[a-z]+/ })
  r.get('dates/:year', { to: 'dates#show', year: /(?!0)\d{4}/ })
  r.get('host', { to: 'a#b', constraints: { host: 'example.com' } })
  r.get('files/*path', { to: 'files#show' })
})
const { manifest: withRedirects } = compileRoutes((r) => {
  r.get('albums/:id', { to: redirect('/photos/%{id}') })
  r.get('albums/new', { to: 'albums#new' })
  r.get('lists/new', { to: 'lists#new' })
  r.get('lists/:id', { to: redirect('/photos') })
})
const { manifest: withCatchAll } = compileRoutes((r) => {
  r.get('photos', { to: 'photos#index' })
  r.get('*path', { to: 'pages#show' })
})

/** Reads `/photos/{id}/edit`: braces are holes, and `{!id}` has been encoded. */
function partsOf(address: string): Part[] {
  return address
    .split(/(\{[^}]*\})/)
    .filter((text) => text !== '')
    .map((text) => (text.startsWith('{') ? { range: [0, 0] as const, isEncoded: text.startsWith('{!') } : text))
}

interface Asked extends Partial<JudgeOptions> {
  readonly methods?: readonly string[] | null
  readonly isRouter?: boolean
}

function verdictOf(address: string, { methods = ['GET'], isRouter = false, ...options }: Asked = {}): Verdict {
  return new Judge({ manifest: manifest!, ...options }).verdict({ parts: partsOf(address), methods, isRouter })
}

const kindOf = (address: string, asked: Asked = {}) => verdictOf(address, asked).kind

describe('the verdict', () => {
  it.each([
    ['/', 'match'],
    ['/photos', 'match'],
    ['/photos/7', 'match'],
    ['/photos/7.json?page=2#top', 'match'],
    ['/photos/{id}', 'match'],
    ['/photos/{id}/edit', 'match'],
    ['/photos/{id}/comments', 'match'],
    ['/users/{name}', 'match'],
    ['/host', 'match'],
    ['/files/{name}', 'match'],
    ['/files/a/{name}/b', 'match'],
    ['/files/{!name}.pdf', 'match'],
    [' \\photos\n', 'match'],
    ['/photos/../users/ann', 'match'],
    ['//photos', 'unknown'],
    ['{origin}/photos', 'unknown'],
    ['photo', 'unknown'],
    ['/photo', 'dead'],
    ['/photo/7', 'dead'],
    ['/photos/7/edti', 'dead'],
    ['/photos/{id}/edti', 'dead'],
    ['/photo/{id}', 'dead'],
    ['/users/7', 'dead'],
    ['/users/{name}/x', 'dead'],
    ['/photos/{id}/comments/{comment}', 'dead'],
    ['/photos/{!id}.jpg/x', 'dead'],
    ['/photo{suffix}', 'match'],
    ['/photos{suffix}', 'match'],
    ['/phtos{suffix}', 'dead'],
    ['/photos/{a}{b}', 'match'],
    ['/photo/{id}.json', 'dead'],
    ['/photo/{path}/../7', 'dead'],
    ['/photo/{path}.txt/../..', 'unknown'],
    ['/{page}', 'match'],
    ['/{page}/{id}/{other}/{last}', 'match'],
    ['/100%', 'unknown'],
    // The requirement looks ahead: its automaton is not exact.
    ['/dates/{year}', 'unknown'],
    ['/dates/2026', 'match'],
    ['/dates/0026', 'dead'],
  ])('of %s is %s', (address, kind) => {
    expect(kindOf(address)).toBe(kind)
  })

  it('depends on the method if it is known', () => {
    expect(kindOf('/photos/7/publish')).toBe('verb')
    expect(kindOf('/photos/{id}/publish')).toBe('verb')
    expect(kindOf('/photos/{id}/publish', { methods: ['POST'] })).toBe('match')
    expect(kindOf('/photos/{id}/publish', { methods: null })).toBe('match')
    expect(kindOf('/photos/{id}', { methods: ['POST'] })).toBe('verb')
    expect(kindOf('/photos/{id}', { methods: ['POST', 'PUT', 'PATCH', 'DELETE'] })).toBe('match')
    expect(kindOf('/photos', { methods: ['HEAD'] })).toBe('match')
  })

  it('names the nearest path', () => {
    expect(verdictOf('/photo/{id}/edit')).toEqual({ kind: 'dead', nearest: '/photos/1/edit' })
    expect(verdictOf('/photos/{id}/edti')).toEqual({ kind: 'dead', nearest: '/photos/1/edit' })
    expect(verdictOf('/completely/different/place')).toEqual({ kind: 'dead', nearest: null })
    expect(verdictOf('/app/photo', { base: '/app' })).toEqual({ kind: 'dead', nearest: '/app/photos' })
  })

  it('is a redirect if every path is redirected', () => {
    const asked = { manifest: withRedirects! }
    expect(kindOf('/albums/7', asked)).toBe('redirect')
    expect(kindOf('/albums/{id}', asked)).toBe('redirect')
    // The first route wins.
    expect(kindOf('/albums/new', asked)).toBe('redirect')
    expect(kindOf('/lists/new', asked)).toBe('match')
    expect(kindOf('/lists/{id}', asked)).toBe('match')
    expect(kindOf('/lists/7', asked)).toBe('redirect')
  })

  it('is a catch-all if no other route matches, unless a client router has routes of its own', () => {
    const asked = { manifest: withCatchAll! }
    expect(kindOf('/photo/{id}', asked)).toBe('catch-all')
    expect(kindOf('/photo', asked)).toBe('catch-all')
    expect(kindOf('/photo', { ...asked, isRouter: true })).toBe('match')
    expect(kindOf('/photos', asked)).toBe('match')
    expect(kindOf('/files/7')).toBe('match')
  })

  it('respects the base path', () => {
    const asked = { base: '/app/' }
    expect(kindOf('/app/photos/{id}', asked)).toBe('match')
    expect(kindOf('/app/photo/{id}', asked)).toBe('dead')
    expect(kindOf('/app', asked)).toBe('match')
    expect(kindOf('/photos', asked)).toBe('unknown')
    expect(kindOf('/{anything}', asked)).toBe('unknown')
    expect(kindOf('/photos', { ...asked, isRouter: true })).toBe('match')
    expect(kindOf('/app/photos', { ...asked, isRouter: true })).toBe('match')
    expect(kindOf('/photo', { ...asked, isRouter: true })).toBe('dead')
  })

  it('is unknown for files, and for prefixes of other servers', () => {
    const others = ['/logo/', '/@', '/blog'].map((prefix) => prefixRoute(prefix)!)
    expect(kindOf('/logo/a.png', { others })).toBe('unknown')
    expect(kindOf('/logo/{name}.png', { others })).toBe('unknown')
    expect(kindOf('/logos/a.png', { others })).toBe('dead')
    expect(kindOf('/@vite/client', { others })).toBe('unknown')
    expect(kindOf('/blog/{post}/x', { others })).toBe('unknown')
    expect(kindOf('/bog/{post}/x', { others })).toBe('dead')
  })

  it('reads the names of parameters in the paths of routers', () => {
    expect(kindOf('/photos/$id/edit', { isRouter: true })).toBe('match')
    expect(kindOf('/photos/:id/edit', { isRouter: true })).toBe('match')
    expect(kindOf('/photo/$id', { isRouter: true })).toBe('dead')
    expect(kindOf('/files/$', { isRouter: true })).toBe('match')
    expect(kindOf('/{-$locale}/photo', { isRouter: true })).toBe('match')
    expect(kindOf('/users/$id')).toBe('dead')
  })

  it('allows any text in a hole with the option', () => {
    expect(kindOf('/users/{rest}/x', { holes: 'text' })).toBe('match')
    expect(kindOf('/user/{rest}/x', { holes: 'text' })).toBe('dead')
    expect(kindOf('/photos/{rest}', { holes: 'text' })).toBe('match')
  })

  it('is dead for every path if the table is empty', () => {
    const empty: Manifest = { ...manifest!, routes: [] }
    expect(kindOf('/{any}', { manifest: empty })).toBe('dead')
    expect(kindOf('/', { manifest: empty })).toBe('dead')
  })
})
