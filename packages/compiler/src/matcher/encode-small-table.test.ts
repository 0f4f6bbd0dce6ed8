import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../compile.ts'
import { emitModule } from '../phases/5-emit/emit-module.ts'

type Builder = Parameters<Parameters<typeof compileRoutes>[0]>[0]

/** The lines of the table for browsers; null if the table is packed. */
function linesOf(block: (r: Builder) => void): string[] | null {
  const { code } = emitModule(compileRoutes(block, { callables: 'by-name' }).manifest!, { forBrowser: true })
  return /openSmallTable\(\n {2}'.*',\n {2}'(.*)',/.exec(code)?.[1]!.split(' ') ?? null
}

describe('the table for browsers', () => {
  it('has a line for each path of a route, with all its verbs', () => {
    expect(linesOf((r) => r.match('photos/:id', { to: 'photos#show', via: ['get', 'post'], as: 'photo' }))).toEqual([
      '12/photos/{id>photos>show>photo',
    ])
  })

  it('marks a path without a format and a required format, and numbers the functions of routes from 1', () => {
    const lines = linesOf((r) => {
      r.root('pages#home')
      r.get('plain', { to: 'c#plain', format: false })
      r.get('feed.:format', { to: 'c#feed', as: 'feed' })
      r.get('users/:id', { to: 'c#user', id: /\d+/ })
    })
    expect(lines).toEqual([
      '1/|>pages>home>root',
      '1/plain|>c>plain>plain',
      '1/feed^>c>feed>feed',
      '1.1/users/{id>c>user>',
    ])
  })

  it.each<[string, (r: Builder) => void]>([
    ['no route', () => {}],
    ['a glob', (r) => r.get('files/*path', { to: 'c#a' })],
    ['text next to a parameter', (r) => r.get('x-:id', { to: 'c#a' })],
    [
      'more than nine verbs',
      (r) =>
        r.match('a', {
          to: 'c#a',
          via: 'get post put patch delete options propfind report search mkcol'.split(' ') as 'get'[],
        }),
    ],
    [
      'more than 400 lines',
      (r) => {
        for (let index = 0; index <= 400; index++) r.get(`a${index}`, { to: 'c#a' })
      },
    ],
  ])('is packed with %s', (_what, block) => {
    expect(linesOf(block)).toBeNull()
  })
})
