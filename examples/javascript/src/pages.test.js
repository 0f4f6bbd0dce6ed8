import { expect, test } from 'vitest'
import { pageAt } from './pages.js'

test('each path has its page', () => {
  expect(pageAt('/').html).toContain('<a href="/albums/1"><code>albumPath(1)</code>')
  expect(pageAt('/albums').html).toContain('<a href="/albums/2">Over the pass</a>')
  expect(pageAt('/albums').html).toContain('<a href="/albums" aria-current="page">')
  expect(pageAt('/albums/1').title).toBe('A week by the sea')
  expect(pageAt('/albums/9').title).toBe('Album not found')
  expect(pageAt('/nowhere').title).toBe('Page not found')
})
