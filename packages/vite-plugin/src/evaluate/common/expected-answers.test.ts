import { describe, expect, test } from 'vitest'
import { ExpectedAnswers, questionKey } from './expected-answers.ts'

const question = (name: 'draw' | 'invoke', ...args: unknown[]) => ({ name, args })

describe('expected answers', () => {
  const wait = (id: number) => (id === -2 ? Promise.reject(new Error('no file')) : Promise.resolve(`answer ${id}`))
  const make = () =>
    new ExpectedAnswers(
      [
        { id: -1, ...question('draw', 'api') },
        { id: -2, ...question('invoke', 'fetchModule', ['/a.ts', undefined, { cached: false }]) },
        { id: -3, ...question('draw', 'admin') },
      ],
      wait,
    )

  test('belong to one question, and are used once', async () => {
    const answers = make()
    await expect(answers.take(question('draw', 'api'))).resolves.toBe('answer -1')
    expect(answers.take(question('draw', 'api'))).toBeNull()
    expect(answers.unasked).toEqual([-2, -3])
  })

  test('differ by every argument', () => {
    const answers = make()
    expect(answers.take(question('draw', 'other'))).toBeNull()
    expect(answers.take(question('invoke', 'fetchModule', ['/a.ts', undefined, { cached: true }]))).toBeNull()
    expect(answers.take(question('invoke', 'fetchModule', ['/a.ts', '/b.ts', { cached: false }]))).toBeNull()
    expect(answers.unasked).toEqual([-1, -2, -3])
  })

  test('reject for the code that asks', async () => {
    const asked = make().take(question('invoke', 'fetchModule', ['/a.ts', undefined, { cached: false }]))
    await expect(asked).rejects.toThrow('no file')
  })

  test('a key names the function and its arguments', () => {
    expect(questionKey(question('draw', 'a'))).not.toBe(questionKey(question('invoke', 'a')))
    expect(questionKey(question('draw', 'a'))).toBe(questionKey(question('draw', 'a')))
  })
})
