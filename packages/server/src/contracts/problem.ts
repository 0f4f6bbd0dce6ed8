// The responses to invalid input: problem details (RFC 9457).
import type { SchemaIssue } from './standard-schema.ts'

/** The part of a request that an issue is about. */
export type InputPart = 'params' | 'query' | 'headers' | 'body'

/** One reason why the input is invalid. */
export interface Issue {
  readonly in: InputPart
  /** The field's name in a form: `photo[title]`, `photo[tags][]`. Empty if the issue is about the complete input. */
  readonly name: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The statuses of invalid input. */
export type InvalidStatus = 400 | 404 | 413 | 415 | 422

const TITLES: Readonly<Record<InvalidStatus, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
}

/** A list of a million values may have as many issues. */
const MAX_ISSUES = 100

/** Converts the issues of a schema for one part of a request, at most 100. */
export function readIssues(part: InputPart, issues: readonly SchemaIssue[]): Issue[] {
  return issues.slice(0, MAX_ISSUES).map(({ message, path: keys = [] }) => {
    const path = keys.map((pathPart) => {
      const key = typeof pathPart === 'object' ? pathPart.key : pathPart
      return typeof key === 'number' ? key : String(key)
    })
    return { in: part, name: fieldName(path), path, message }
  })
}

/** `['photo', 'tags', 0]` -> `photo[tags][]` */
function fieldName([firstKey = '', ...otherKeys]: readonly (string | number)[]): string {
  return firstKey + otherKeys.map((key) => `[${typeof key === 'number' ? '' : key}]`).join('')
}

/** Creates a response of the type `application/problem+json`. */
export function problemResponse(status: InvalidStatus, issues: readonly Issue[], detail?: string): Response {
  const body = {
    title: TITLES[status],
    status,
    ...(detail !== undefined && { detail }),
    ...(issues.length > 0 && { issues: issues.slice(0, MAX_ISSUES) }),
  }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}
