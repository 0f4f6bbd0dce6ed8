import { expect, test } from 'vitest'
import { pageAt } from './pages.js'

test('each path has its page', () => {
  expect(pageAt('/')).toContain('<a href="/albums/1"><code>albumPath(1)</code>')
  expect(pageAt('/albums')).toContain('<a href="/albums/2">Over the pass</a>')
  expect(pageAt('/albums/1')).toContain('<h1>A week by the sea</h1>')
  expect(pageAt('/albums/9')).toContain('<h1>Album not found</h1>')
  expect(pageAt('/nowhere')).toContain('<h1>Page not found</h1>')
})
