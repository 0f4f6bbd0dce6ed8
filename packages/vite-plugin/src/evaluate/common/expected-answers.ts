// The worker's side of the questions that the main thread answers in advance.
import type { ExpectedQuestion, Question } from './messages.ts'

/** A text that is the same for the same question. */
export function questionKey({ name, args }: Question): string {
  return JSON.stringify([name, args])
}

/** The answers that the main thread sends without a request. Each is used once, because a second answer may differ. */
export class ExpectedAnswers {
  readonly #answers = new Map<string, { readonly id: number; readonly answer: Promise<unknown> }>()

  /** @param wait returns the answer with a number */
  constructor(questions: readonly ExpectedQuestion[], wait: (id: number) => Promise<unknown>) {
    for (const question of questions) {
      const answer = wait(question.id)
      // Nothing may ever ask this question.
      answer.catch(() => {})
      this.#answers.set(questionKey(question), { id: question.id, answer })
    }
  }

  /** The numbers of the questions that have not been asked. */
  get unasked(): number[] {
    return Array.from(this.#answers.values(), ({ id }) => id)
  }

  /** Returns the answer to a question, which rejects if the main thread failed; null if the question is not expected. */
  take(question: Question): Promise<unknown> | null {
    const key = questionKey(question)
    const expected = this.#answers.get(key)
    this.#answers.delete(key)
    return expected?.answer ?? null
  }
}
