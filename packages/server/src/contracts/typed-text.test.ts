import { expect, test } from 'vitest'
import { typedText } from './typed-text.ts'

test.each([
  [{ title: 'a' }, 'title', 'a'],
  [{ photo: { title: 'a' } }, 'photo[title]', 'a'],
  [{ photo: { tags: ['x', 'y'] } }, 'photo[tags][1]', 'y'],
  [{ year: 2026 }, 'year', '2026'],
  [{ year: 0 }, 'year', '0'],
  [{ public: false }, 'public', 'false'],
  [{ public: true }, 'public', 'true'],
  [{ photo: { title: 'a' } }, 'photo', ''],
  [{ none: null }, 'none', ''],
  [{}, 'toString', ''],
  [undefined, 'title', ''],
])('the text of a field in %j with the name %s is %j', (values, name, text) => {
  expect(typedText(values, name)).toBe(text)
})
