import { describe, expect, it } from 'vitest'
import { redirect } from '../src/dsl.ts'
import { explainRequest } from '../src/manifest/explain.ts'
import { compileRoutes } from '../src/index.ts'
import { HOSTS, randomPath, randomTable } from './analyse/random-table.ts'
import { randomNumbers } from '../../runtime/test/random.ts'
import { simple, sorted } from './explained.ts'
import { referenceMatcher } from './reference-matcher.ts'
import { newSeed, runsOf } from './runs.ts'

const SEED = newSeed('explain')
const RUNS = runsOf(200)

it('gives the answer of the reference matcher on random tables', () => {
  const random = randomNumbers(SEED)
  for (let table = 0; table < RUNS; table += 1) {
    const manifest = randomTable(random)
    const match = referenceMatcher(manifest)
    for (const route of manifest.routes) {
      for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
        const path = randomPath(route, random)
        const request = { host: HOSTS[Math.floor(random() * HOSTS.length)]! }
        const wanted = sorted(match(method, path, request))
        const told = `seed ${SEED}, table ${table}: ${method} ${request.host}${path}`
        expect(simple(explainRequest(manifest, method, path, request)), told).toEqual(wanted)
      }
    }
  }
})

function fromOffice(): boolean {
  return true
}

const { manifest } = compileRoutes(
  (r: any) => {
    r.root('pages#home')
    r.get('photos/:id', { to: 'photos#numbered', id: /\d+/ })
    r.post('photos/:name', { to: 'photos#create' })
    r.constraints({ subdomain: 'api' }, () => r.get('photos/:id', { to: 'api/photos#show', as: 'api_photo' }))
    r.constraints(fromOffice, () => r.get('photos/:id', { to: 'office#show', as: 'office_photo' }))
    r.get('photos/:id', { to: 'photos#show', as: 'any_photo' })
    r.mount(function app() {}, { at: '/mail' })
    r.match('keys', { to: 'keys#any', via: ['purge', 'patch'], constraints: { subdomain: 'api' } })
    r.delete('keys', { to: 'keys#destroy' })
  },
  { callables: 'by-name' },
)
const explain = (method: string, path: string, request = {}) => explainRequest(manifest!, method, path, request)

describe('explainRequest', () => {
  it('says why each earlier route does not answer', () => {
    const { answers, misses } = explain('GET', '/photos/new.json')
    expect(answers.map(({ index, params, constraints }) => ({ index, params: { ...params }, constraints }))).toEqual([
      { index: 4, params: { id: 'new', format: 'json' }, constraints: [{ module: 'by-name:', export: 'fromOffice' }] },
      { index: 5, params: { id: 'new', format: 'json' }, constraints: [] },
    ])
    expect(misses.map(({ miss }) => miss)).toEqual([
      { reason: 'pattern', at: 1, expected: null },
      { reason: 'requirement', param: 'id', value: 'new', requirement: { source: '\\d+', flags: '' } },
      { reason: 'verb', verbs: ['POST'] },
      { reason: 'condition', attribute: 'subdomain', condition: 'api' },
    ])
  })

  it('takes the request for conditions', () => {
    expect(explain('GET', '/photos/new', { host: 'api.example.org' }).answers.map(({ index }) => index)).toEqual([3])
  })

  it.each([
    ['/phobos', { at: 1, expected: 'photos' }],
    ['/photosx/1', { at: 1, expected: 'photos' }],
    ['/photos/', { at: 7, expected: '/:id' }],
    ['/photos/1/x', { at: 9, expected: null }],
    ['/photos/.1', { at: 8, expected: ':id' }],
  ])('shows where a pattern parts from %s', (path, wanted) => {
    const { misses } = explain('GET', path)
    expect(misses[5]!.miss).toEqual({ reason: 'pattern', ...wanted })
  })

  it('knows which other verbs the path is answered under', () => {
    expect(explain('DELETE', '/photos/a')).toMatchObject({
      status: 'no-match',
      allowedMethods: ['GET', 'HEAD', 'POST'],
    })
    expect(explain('GET', '/keys')).toMatchObject({ status: 'no-match', allowedMethods: ['DELETE'] })
    expect(explain('GET', '/keys', { host: 'api.example.org' })).toMatchObject({
      allowedMethods: ['PATCH', 'DELETE', 'PURGE'],
    })
    expect(explain('DELETE', '/nowhere')).toMatchObject({ status: 'no-match', allowedMethods: [] })
    expect(explain('GET', '/photos/1')).toMatchObject({ status: 'match', allowedMethods: [] })
  })

  it('serves HEAD as GET, where no route is for HEAD', () => {
    expect(explain('HEAD', '/photos/1')).toMatchObject({ asGet: true, answers: [{ index: 1 }] })
  })

  it('tells what a mount leaves over', () => {
    expect(explain('POST', '/mail/box/1').answers).toMatchObject([{ index: 6, rest: '/box/1' }])
  })

  it('goes on behind what may decline, but not behind a redirect or an action', () => {
    const { manifest } = compileRoutes(
      (r) => {
        r.mount(function api() {}, { at: '/' })
        r.get('old', { to: redirect('/stats') })
        r.get('stats', { to: 'pages#stats' })
        r.get(':page', { to: 'pages#show' })
      },
      { callables: 'by-name' },
    )
    const answers = (path: string) =>
      explainRequest(manifest!, 'GET', path).answers.map(({ index, mayDecline }) => [index, mayDecline])
    expect(answers('/stats')).toEqual([
      [0, true],
      [2, false],
    ])
    expect(answers('/old')).toEqual([
      [0, true],
      [1, false],
    ])
    expect(answers('/a/b')).toEqual([[0, true]])
  })

  it.each([
    ['/a%', 'bad-request'],
    ['/a/../b', 'bad-request'],
    [`/${'x'.repeat(70_000)}`, 'uri-too-long'],
  ])('answers before any route: %.10s', (path, status) => {
    expect(explain('GET', path)).toMatchObject({ status, path: null, misses: [] })
  })
})

describe('explainRequest on long paths', () => {
  it.each<[string, string, Record<string, RegExp>, string, string]>([
    ['a glob', '*path', {}, 'POST', 'a/'.repeat(30_000)],
    ['a requirement', ':id', { id: /\d+/ }, 'GET', '1'.repeat(60_000)],
    ['two globs', '*a/x/*b/y', {}, 'GET', 'x/'.repeat(30_000)],
    ['two params', ':a-:b', {}, 'GET', 'a-'.repeat(30_000)],
    ['a lookahead', '*a/x/:b', { a: /(?:(?!q)[a-z/])+?(?=\/x|$)/ }, 'GET', 'x/'.repeat(30_000)],
    ['a lookbehind', '*a/x/:b', { a: /.+(?<!\.git)/, b: /\d+/ }, 'GET', 'x/'.repeat(30_000)],
  ])('tries no place twice: %s', (_, pattern, constraints, method, rest) => {
    const { manifest } = compileRoutes((r) => r.get(pattern, { to: 'a#b', constraints, format: false }))
    expect(explainRequest(manifest!, method, `/${rest}z`).status).not.toBe('uri-too-long')
  })
})
