import { describe, expect, it } from 'vitest'
import { pathForModel, urlForModel, type Models } from './model.ts'

const models: Models = {
  routes: {
    photo: { pattern: '/photos/{id}' },
    photo_comment: { pattern: '/photos/{photo_id}/comments/{id}' },
    admin_blog_post: { pattern: '/admin/posts/{slug}' },
    html_page: { pattern: '/pages/{id}' },
    profile: { pattern: '/profile' },
  },
  resolves: { User: ['profile', { anchor: 'me' }] },
}
const pathFor = pathForModel(models)
const urlFor = urlForModel(models)

class Photo {
  static modelName = 'Photo'
  secret = 'x'
  toParam() {
    return 7
  }
}

describe('the URL of a model', () => {
  it('is that of the route named after it', () => {
    expect(pathFor(new Photo())).toBe('/photos/7')
    expect(pathFor(new Photo(), { query: { page: 2 } })).toBe('/photos/7?page=2')
    expect(urlFor(new Photo(), { host: 'h.test' })).toBe('http://h.test/photos/7')
    expect(pathFor({ modelName: 'Admin::BlogPost', toParam: () => 'a' })).toBe('/admin/posts/a')
    expect(pathFor({ modelName: 'HTMLPage', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'html-page', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'HtmlPage', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'admin/blog_post', toParam: () => 1 })).toBe('/admin/posts/1')
    expect(pathFor({ modelName: 'photo_comment', toParam: () => 2 }, { photo_id: 1 })).toBe('/photos/1/comments/2')
  })

  it('is that of the route which `resolve` declared', () => {
    expect(pathFor({ modelName: 'User', toParam: () => 7 })).toBe('/profile#me')
    expect(pathFor({ modelName: 'User' }, { anchor: 'top' })).toBe('/profile#top')
  })

  it('can be had by name', () => {
    expect(pathFor('User')).toBe('/profile#me')
    expect(pathFor('Photo', { id: 3 })).toBe('/photos/3')
    expect(pathFor(Photo, { id: 3 })).toBe('/photos/3')
  })

  it('is never guessed', () => {
    expect(() => pathFor({ id: 7 })).toThrow('pathFor: the model has no modelName')
    for (const model of [null, undefined, Object.create(null), 7]) {
      expect(() => pathFor(model)).toThrow(new TypeError('pathFor: the model has no modelName'))
    }
    expect(() => urlFor('Nothing')).toThrow('urlFor: no route is named nothing')
    expect(() => urlFor('Photo', { id: 1 })).toThrow('urlFor(Photo): host is missing')
    expect(() => pathFor('Nothing')).toThrow('pathFor: no route is named nothing, for the model Nothing')
    expect(() => pathFor('constructor')).toThrow(TypeError)
    expect(() => pathFor('Photo')).toThrow('pathFor(Photo): id is missing')
    expect(() => pathFor(Object.assign(Object.create({ constructor: Photo }), { id: 7 }))).toThrow(TypeError)
  })
})
