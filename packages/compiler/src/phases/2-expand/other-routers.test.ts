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
])('a target that was written as `%s` suggests `%s`', (to, suggestion) => {
  expect(suggestions((r) => r.get('x', { to }))).toBe(suggestion)
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
  ['a module', (r) => r.scope({ module: 'api-v1' }, () => r.get('x', { to: 'x#y' })), 'api_v1'],
  ['a controller', (r) => r.controller('blog-posts', () => r.get('x')), 'blog_posts'],
])('the name of %s suggests a name that a controller can have', (_, block, suggestion) => {
  expect(suggestions(block)).toBe(suggestion)
})
