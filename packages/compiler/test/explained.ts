// Explanations as tests compare them with the reference matcher.
import type { Explanation } from '../src/manifest/explain.ts'

/** In the form of the reference matcher's answer. */
export function simple({ status, path, answers: [answer] }: Explanation): object {
  if (answer === undefined) return { status }
  const rest = answer.rest === null ? {} : { rest: answer.rest }
  return sorted({ status, route: answer.index, params: { ...answer.params }, path, ...rest })
}

/** Sorts the params of an answer by name. */
export function sorted(answer: object): object {
  if (!('params' in answer)) return answer
  const params = Object.entries(answer.params as object).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...answer, params: Object.fromEntries(params) }
}

/** Every route is spoken of, in order, up to the first that surely answers. */
export function isComplete(total: number, { status, answers, misses }: Explanation): boolean {
  if (status !== 'match' && status !== 'no-match') return answers.length + misses.length === 0
  const spoken = [...answers, ...misses].map(({ index }) => index).sort((a, b) => a - b)
  const last = answers.at(-1)
  const end = last?.constraints.length === 0 && !last.mayDecline ? last.index + 1 : total
  return spoken.length === end && spoken.every((index, position) => index === position)
}
