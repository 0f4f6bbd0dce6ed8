import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('articles', { only: 'index' })
  r.get('articles/:id', { to: 'article#show', as: 'article' })
  r.get('articles/:id/comments', { to: 'article#comments', as: 'article_comments' })
  r.get('articles/:id/history', { to: 'article#history', as: 'article_history' })
  r.get('old-articles/:id', { to: redirect('/articles/%{id}') })
  r.get('account', { to: 'account#show' })
  r.get('sign-in', { to: 'sign_in#show' })
  r.get('rare', { to: 'rare#show' })
  r.get('broken', { to: 'broken#show' })
})
