import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('the page about Rails has the task as it is shipped', () => {
  const [, task] = /^```ruby\n(.*?)^```$/ms.exec(read('docs/rails-server.md'))!
  expect(task).toBe(read('packages/rails/turnout.rake'))
})
