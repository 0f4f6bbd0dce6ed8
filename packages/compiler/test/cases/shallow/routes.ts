import { defineRoutes } from '../../../src/dsl.ts'

export default defineRoutes((r) => {
  r.scope({ shallowPath: 'sekret', shallowPrefix: 'secret' }, (r) => {
    r.resources('articles', { shallow: true, only: [] }, (articles) => {
      articles.resources('comments', { only: ['index', 'show'] }, (comments) => {
        comments.resources('likes', { only: ['index', 'destroy'] })
      })
      articles.resources('drafts', { shallow: false, only: 'show' })
      articles.resource('cover', { only: ['show'] })
    })
  })
})
