import { expect, test } from 'vitest'
import { pageAt } from './pages.js'

test('each path has its page', () => {
  expect(pageAt('/')).toContain('<a href="/albums/2">Over the pass</a>')
  expect(pageAt('/albums/1')).toContain('<h1>A week by the sea</h1>')
  expect(pageAt('/nowhere')).toBe('<h1>Nothing here</h1>')
})
