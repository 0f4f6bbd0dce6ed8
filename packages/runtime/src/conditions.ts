// Creates the tests of routes with requirements or conditions. They run after the segments of a path have matched.
//
//     /photos/:id, id: /\d+/               requirementTest(0, /^\d+$/)            tests the capture 0
//     /admin, { subdomain: 'api' }         conditionTest('subdomain', 'api')      tests the request
import { requestAttribute, type Attribute } from './request-attribute.ts'
import type { MatchRequest, RouteTest, RunProgram } from './route-match.ts'

/** Tests a string: a RegExp or a scanner. */
interface StringTest {
  test(value: string): boolean
}

/**
 * The condition on an attribute of the request:
 *
 *     /^api\./           the expression matches the attribute; a scanner replaces an expression that may be slow
 *     'api', 8080        the attribute equals the value; a string is compared with the attribute as a string
 *     ['api', 'admin']   the attribute equals one of the values
 *     true, false        the attribute is present, or absent; a predicate (`ssl?`) is true, or false
 *     null               the request lacks the attribute; an empty string is not null, as in Ruby
 */
export type RequestCondition = StringTest | Scalar | readonly Scalar[]

type Scalar = string | number | boolean | null

/** Creates the test of a requirement: an anchored expression or a scanner must match capture `index`, unless it is unset. */
export function requirementTest(index: number, expected: StringTest): RouteTest {
  return (path, captures) => {
    const start = captures[2 * index]!
    return start < 0 || expected.test(path.slice(start, captures[2 * index + 1]))
  }
}

/**
 * Creates the test that a path consists of the tokens of a route: the words, slashes and dots of its pattern. Rails compares
 * tokens before it runs the route's regular expression. The last result is cached, because a search may try several captures
 * for one path.
 *
 * @param program matches the path after its first slash
 */
export function tokensTest(program: RunProgram): RouteTest {
  let lastPath = ''
  let isMatched = false
  return (path) => {
    if (path !== lastPath) {
      lastPath = path
      isMatched = program(path, 1, path.length, new Int32Array(), 0)
    }
    return isMatched
  }
}

/** Reads an attribute of a request. `target` is the path as requested, with its query. */
export type AttributeReader = (path: string, request: MatchRequest, target: string) => Attribute

/**
 * Creates the test of an attribute of the request, by the rules of `Journey::Route#matches?` in Rails. The test fails if the
 * request cannot be read (a getter throws, the URL is invalid), or if Turnout does not support the attribute.
 *
 * @param read reads an attribute that needs more code, so that only tables that test it bundle that code
 */
export function conditionTest(attribute: string, expected: RequestCondition, read?: AttributeReader): RouteTest {
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
