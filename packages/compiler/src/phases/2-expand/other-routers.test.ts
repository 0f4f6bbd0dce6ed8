import { expect, it } from 'vitest'
import type { Routes } from '../../dsl.ts'
import { compileRoutes } from '../../index.ts'

const suggestions = (block: (r: Routes) => unknown) =>
  compileRoutes(block as (r: Routes) => void)
    .diagnostics.map(({ message }) => /Did you mean `(.*)`\?/.exec(message)?.[1] ?? message)
    .join('\n')

it.each<[string, string]>([
  ['photos/show', 'photos#show'],
  ['admin/photos/show', 'admin/photos#show'],
  ['blog-posts/show', 'blog_posts#show'],
  ['photos.show', 'photos#show'],
  ['photos:show', 'photos#show'],
  ['Photos::show', 'photos#show'],
  ['PhotosController@show', 'photos#show'],
  ['/photos/show', "redirect('/photos/show')"],
  ['https://example.org/a', "redirect('https://example.org/a')"],
  ['example.org/a', "redirect('example.org/a')"],
  ['photos/%{id}', "redirect('photos/%{id}')"],
  ['Admin::Photos#show', 'admin/photos#show'],
  ['Admin::PhotosController#show', 'admin/photos#show'],
  ['blog-posts#show', 'blog_posts#show'],
  ['/photos#show', "redirect('/photos#show')"],
  ['photos -> show', 'photos#show'],
  ['photos=>show', 'photos#show'],
  ['photos → show', 'photos#show'],
  ['photos, show', 'photos#show'],
  ['photos show', 'photos#show'],
  ['./photos/show', 'photos#show'],
  ['photos/show.vue', 'photos#show'],
  ['src/pages/photos/show.tsx', 'photos#show'],
  ['src/controllers/photos.ts#show', 'photos#show'],
  ['./photos#show', 'photos#show'],
  ['photos##show', 'photos#show'],
  [' photos #show;', 'photos#show'],
  ['"photos#show"', 'photos#show'],
  ['photos#show()', 'photos#show'],
  ['photos.show(:id)', 'photos#show'],
  ['photos#show(:id)', 'photos#show'],
  ['photos#show/:id', 'photos#show'],
  ['photos#[id]', 'photos#show'],
  ['photos/:id', 'photos#show'],
  ['/photos/:id(.:format)', 'photos#show'],
  ['admin/photos/[id]', 'admin/photos#show'],
  ['photos/{id}/edit', 'photos#edit'],
  ['users/$user_id/photos/$id', 'photos#show'],
  ['docs/[...path]', 'docs#show'],
])('a target that was written as `%s` suggests `%s`', (to, suggestion) => {
  expect(suggestions((r) => r.get('x', { to }))).toBe(suggestion)
})

it('a target that is a path with parameters suggests the action of its method', () => {
  expect(suggestions((r) => r.patch('x', { to: 'photos/:id' }))).toBe('photos#update')
  expect(suggestions((r) => r.put('x', { to: 'photos/:id' }))).toBe('photos#update')
  expect(suggestions((r) => r.delete('photos/:id', { to: '/photos/:id' }))).toBe('photos#destroy')
  const message = 'The route `/x` has no controller: `to` is not `controller#action`, but `photos/:id`.'
  expect(suggestions((r) => r.post('x', { to: 'photos/:id' }))).toBe(message)
})

it('a target that is a path with the parameters of the route suggests a redirect', () => {
  expect(suggestions((r) => r.get('old/:id', { to: 'photos/:id' }))).toBe("redirect('/photos/%{id}')")
  expect(suggestions((r) => r.get('old/:id', { to: '/photos/[id]/edit' }))).toBe("redirect('/photos/%{id}/edit')")
  expect(suggestions((r) => r.get('old/:id', { to: 'photos/:slug' }))).toBe('photos#show')
  expect(suggestions((r) => r.get('photos/:id', { to: 'photos/:id' }))).toBe('photos#show')
})

it('takes linear time for a long target', () => {
  for (const to of [`a#b${'()'.repeat(99)}x`, `${'{a:'.repeat(100_000)}`, `${'a '.repeat(100_000)}#`]) {
    expect(suggestions((r) => r.get('x', { to }))).toMatch(/^(?:The route|photos|`)/)
  }
})

it('suggests nothing for a target that is similar to no target', () => {
  const message = 'The route `/x` has no controller: `to` contains only the action'
  expect(suggestions((r) => r.get('x', { to: 'photos' }))).toBe(`${message} \`photos\`.`)
  expect(suggestions((r) => r.get('x', { to: 'a b/c' }))).toBe("redirect('a b/c')")
  expect(suggestions((r) => r.get('x', { to: '!#a' }))).toBe('`!` is not the name of a controller.')
})

it.each<[string, (r: Routes) => unknown, string]>([
  ['a resource', (r) => r.resources('blog-posts'), "resources('blog_posts', { path: 'blog-posts' })"],
  ['a singular resource', (r) => r.resource('blog-post'), "resource('blog_post', { path: 'blog-post' })"],
  ['a resource with a path', (r) => r.resources('a.b', { path: 'c' }), "resources('a_b', { path: 'c' })"],
  [
    'a nested resource',
    (r) => r.resources('photos', { only: [] }, (photos) => photos.resources('hand-notes')),
    "resources('hand_notes', { path: 'hand-notes' })",
  ],
  ['a resource that is named as in Ruby', (r) => r.resources('Admin::Photos'), 'admin/photos'],
  ['the controller of a resource', (r) => r.resources('posts', { controller: 'blog-posts' }), 'blog_posts'],
  ['a namespace', (r) => r.namespace('api-v1', () => r.resources('a')), "namespace('api_v1', { path: 'api-v1' })"],
  [
    'a namespace around a namespace',
    (r) => r.namespace('api-v1', () => r.namespace('b', () => r.get('x', { to: 'x#y' }))),
    "namespace('api_v1', { path: 'api-v1' })",
  ],
  ['a namespace as a path', (r) => r.namespace('/admin', () => r.get('x', { to: 'x#y' })), 'admin'],
  ['a namespace that is a parameter', (r) => r.namespace('[lang]', () => r.resources('a')), "scope(':lang')"],
  ['a resource with its parameter', (r) => r.resources('photos/[id]'), "resources('photos')"],
  ['a singular resource with a parameter', (r) => r.resource('photos/:id'), "resources('photos')"],
  ['a resource with another parameter', (r) => r.resources('/photos/:slug'), "resources('photos', { param: 'slug' })"],
  [
    'a resource that is a path',
    (r) => r.resources('photos/{photo_id}/comments'),
    "resources('comments', { path: 'photos/:photo_id/comments' })",
  ],
  ['a resource that is a target', (r) => r.resources('photos#index'), "resources('photos', { only: 'index' })"],
  ['a module', (r) => r.scope({ module: 'api-v1' }, () => r.get('x', { to: 'x#y' })), 'api_v1'],
  ['a controller', (r) => r.controller('blog-posts', () => r.get('x')), 'blog_posts'],
])('the name of %s suggests a name that a controller can have', (_, block, suggestion) => {
  expect(suggestions(block)).toBe(suggestion)
})

it.each(['[id]', ':id', '{id}', '*rest', '(:id)', 'admin/:a/:b'])(
  'a resource cannot be named as the parameter %s',
  (name) => {
    const message = `\`${name}\` contains a parameter, so it is not the name of a controller.`
    expect(suggestions((r) => r.resources(name))).toBe(message)
  },
)
