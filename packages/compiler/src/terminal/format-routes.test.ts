import { compileRoutes, type ManifestRoute } from '../index.ts'
import { defineRoutes, redirect } from '../dsl.ts'
import { describe, expect, test } from 'vitest'
import { filterRoutes, formatRoutes, noRoutes } from './format-routes.ts'

function fromOffice(): boolean {
  return true
}
function health(): void {}

const { manifest } = compileRoutes(
  defineRoutes((r) => {
    r.root('pages#home')
    r.resources('photos', { only: ['index', 'show'], id: /\d+/i })
    r.namespace('admin', (admin) => admin.resources('user_groups', { only: 'update' }))
    r.get('old/:id', { to: redirect('/photos/%{id}') })
    r.constraints(fromOffice, () => r.get('health', { to: health }))
    r.constraints({ subdomain: 'api' }, () => r.get('status', { to: 'status#show', defaults: { format: 'json' } }))
    r.get('files/*path', { to: 'files#show', format: false })
    r.match('any', { to: 'pages#any', via: 'all' })
  }),
  { callables: 'by-name' },
)
const routes: readonly ManifestRoute[] = manifest!.routes.map((route) => ({ ...route, location: null }))
const patterns = (filter: Parameters<typeof filterRoutes>[1]) =>
  filterRoutes(routes, filter).map(({ pattern }) => pattern)

describe('formatRoutes', () => {
  test('prints the table of `rails routes`', () => {
    expect(`\n${formatRoutes(routes, {})}`).toBe(`
          Prefix Verb  URI Pattern                      Controller#Action
            root GET   /                                pages#home
          photos GET   /photos(.:format)                photos#index
           photo GET   /photos/:id(.:format)            photos#show { id: /\\d+/i }
admin_user_group PATCH /admin/user_groups/:id(.:format) admin/user_groups#update
                 PUT   /admin/user_groups/:id(.:format) admin/user_groups#update
                 GET   /old/:id(.:format)               redirect(301, /photos/%{id})
          health GET   /health(.:format)                health { fromOffice }
          status GET   /status(.:format)                status#show { subdomain: "api", format: "json" }
                 GET   /files/*path                     files#show
             any       /any(.:format)                   pages#any`)
  })

  test('prints a block for each route, with the place of its declaration', () => {
    const location = { file: 'config/routes.ts', line: 4, column: 5 }
    const two = [{ ...routes[0]!, location }, routes[4]!]
    expect(formatRoutes(two, { expanded: true, width: 30 })).toBe(`--[ Route 1 ]-----------------
Prefix            | root
Verb              | GET
URI               | /
Controller#Action | pages#home
Source Location   | config/routes.ts:4:5
--[ Route 2 ]-----------------
Prefix            |
Verb              | PUT
URI               | /admin/user_groups/:id(.:format)
Controller#Action | admin/user_groups#update`)
  })
})

describe('filterRoutes', () => {
  test.each([
    'user_groups',
    'admin/user_groups',
    'UserGroups',
    'Admin::UserGroupsController',
    'user_groups_controller',
  ])('picks the routes of a controller: %s', (controller) => {
    expect(patterns({ controller })).toEqual(['/admin/user_groups/:id(.:format)', '/admin/user_groups/:id(.:format)'])
  })

  test.each([
    ['PATCH', ['/admin/user_groups/:id(.:format)']],
    ['^stat', ['/status(.:format)']],
    ['photo$', ['/photos/:id(.:format)']],
    ['#|files', ['/files/*path']],
    ['any', ['/any(.:format)']],
    ['nothing', []],
  ])('picks routes by a pattern: %s', (grep, expected) => {
    expect(patterns({ grep })).toEqual(expected)
  })

  test.each([
    ['/photos/7', ['/photos/:id(.:format)']],
    ['photos/7.json', ['/photos/:id(.:format)']],
    ['/photos/7/', ['/photos/:id(.:format)']],
    ['/Photos/7', []],
    ['/photos/x', []],
    ['/files/a/b.c', ['/files/*path']],
    ['/', ['/', '/photos(.:format)', '/photos/:id(.:format)']],
  ])('picks the routes that match a path: %s', (grep, expected) => {
    expect(patterns({ grep }).slice(0, 3)).toEqual(expected)
  })

  test('uses the controller and ignores the pattern if both are set, as Rails does', () => {
    expect(patterns({ controller: 'photos', grep: 'admin' })).toEqual(['/photos(.:format)', '/photos/:id(.:format)'])
  })

  test('throws a SyntaxError for an invalid regular expression', () => {
    expect(() => filterRoutes(routes, { grep: '(' })).toThrow(SyntaxError)
    expect(() => filterRoutes(routes, { controller: '(' })).toThrow(SyntaxError)
  })
})

test('noRoutes names the filter that found nothing', () => {
  expect(noRoutes(0, {})).toMatch('no routes yet')
  expect(noRoutes(3, { controller: 'x' })).toMatch('for this controller')
  expect(noRoutes(3, { grep: 'x' })).toMatch('for this grep pattern')
})
