// Tests of captures and of requests, which routes with requirements and conditions run after their path has matched.
import { requestAttribute, type Attribute } from './request-attribute.ts'
import type { MatchRequest, Program, RouteExtras } from './route-match.ts'

type Test = NonNullable<RouteExtras['tests']>[number]

/** Tests a string: a RegExp or a scanner. */
interface TextTest {
  test(text: string): boolean
}

/**
 * The condition on an attribute:
 *
 *     /^api\./           its string matches; a scanner tests it if the engine may take long
 *     'api', 8080        it equals the value; a string is compared with the attribute as a string
 *     ['api', 'admin']   it equals one of the values
 *     true, false        it is present, or absent; a predicate (`ssl?`) is true, or false
 *     null               the request does not have it; an empty string is not null, as in Ruby
 */
export type RequestCondition = TextTest | Scalar | readonly Scalar[]

type Scalar = string | number | boolean | null

/** Creates the test of capture `index`: an anchored regular expression or a scanner must match it, or it must be unset. */
export function requirement(index: number, expected: TextTest): Test {
  return (path, captures) => {
    const start = captures[2 * index]!
    return start < 0 || expected.test(path.slice(start, captures[2 * index + 1]))
  }
}

/**
 * Creates the test of Journey's tokens, which it compares before it runs a route's regular expression. The program matches
 * a path after its first slash. The last result is kept, because a search may try several captures for one path.
 */
export function wholeTokens(program: Program): Test {
  let lastPath = ''
  let matches = false
  return (path) => {
    if (path !== lastPath) {
      lastPath = path
      matches = program(path, 1, path.length, new Int32Array(), 0)
    }
    return matches
  }
}

/** Reads an attribute of a request. `target` is the path as requested, with its query. */
export type AttributeReader = (path: string, request: MatchRequest, target: string) => Attribute

/**
 * Creates the test of an attribute of the request, as Journey's `Route#matches?` does it. The test fails for a request
 * that cannot be read (a getter that throws, an invalid URL), and for an attribute that no request has here.
 *
 * @param read reads an attribute that needs more code, so that only tables that test it bundle that code
 */
export function condition(attribute: string, expected: RequestCondition, read?: AttributeReader): Test {
  return (path, _captures, request = {}, target) => {
    try {
      const value = read ? read(path, request, target) : requestAttribute(attribute, path, request, target)
      const text = String(value ?? '')
      if (typeof expected === 'boolean') return expected === (value !== false && /\S/.test(text))
      if (typeof expected === 'string') return expected === text
      if (typeof expected === 'number' || !expected) return expected === value
      if ('test' in expected) return expected.test(text)
      return expected.some((alternative) => alternative === value)
    } catch {
      return false
    }
  }
}
