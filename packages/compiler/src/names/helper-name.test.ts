import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../index.ts'
import { camelCase, helperName } from './helper-name.ts'

describe('the name of a helper', () => {
  // As ActiveSupport's `camelize(:lower)` has it.
  it.each([
    ['edit_photo', 'editPhotoPath'],
    ['usc_2257', 'usc2257Path'],
    ['v1_users', 'v1UsersPath'],
    ['top_10_photos', 'top10PhotosPath'],
    ['__x_1', '__x1Path'],
    ['photo', 'photoPath'],
  ])('of %s is %s', (name, helper) => {
    expect(helperName(name, 'path', 'camelCase')).toBe(helper)
    expect(helperName(name, 'path', 'snake_case')).toBe(`${name}_path`)
  })

  it('is an error if two routes would have the same one', () => {
    const { diagnostics } = compileRoutes((r) => {
      r.get('a', { to: 'a#b', as: 'top_10' })
      r.get('b', { to: 'a#b', as: 'top10' })
    })
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['name-collision', 'The names `top_10` and `top10` both have the helper `top10Path`.'],
    ])
  })
})

describe('paramNames', () => {
  it('sets the form of implied parameter names in paths, requirements and helpers', () => {
    const { manifest, diagnostics, types } = compileRoutes(
      (r) => {
        r.resources('blog_posts', { only: 'show', id: /\d+/ }, (posts) => {
          posts.resources('comments', { only: 'show', param: 'slug' }, (comments) => {
            comments.resources('likes', { only: 'index', shallow: true })
          })
          posts.get('raw/:file_name', { to: 'posts#raw', as: 'raw' })
        })
      },
      { paramNames: 'camelCase' },
    )
    expect(diagnostics.filter(({ severity }) => severity !== 'hint')).toEqual([])
    const patterns = manifest!.routes.map(({ pattern }) => pattern.replace('(.:format)', ''))
    expect(patterns.sort()).toEqual([
      '/blog_posts/:blogPostId/comments/:commentSlug/likes',
      '/blog_posts/:blogPostId/comments/:slug',
      // What is written stays.
      '/blog_posts/:blogPostId/raw/:file_name',
      '/blog_posts/:id',
    ])
    expect(manifest!.routes.find(({ name }) => name === 'blog_post_comment')!.requirements).toEqual({
      blogPostId: { source: '\\d+', flags: '' },
    })
    expect(types).toContain("blogPostCommentPath: Path['blogPostId, slug']")
  })

  it('keeps leading underscores and capitals', () => {
    expect(['_photo_id', 'HTML_page_id', 'a__b_2'].map(camelCase)).toEqual(['_photoId', 'HTMLPageId', 'a_B2'])
  })
})
