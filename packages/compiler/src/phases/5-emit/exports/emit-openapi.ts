import { isRegExpSource, type Json, type Manifest, type ManifestRoute, type Requirement } from '../../../manifest.ts'
import type { Param } from '../../../recognition/route-pattern.ts'
import { isAnything, requirementOn } from '../../../recognition/route-pattern.ts'
import { parseRegExp } from '../../../recognition/regexp/parse.ts'
import { contains, isAssertion, isBackreference } from '../../../recognition/regexp/syntax.ts'
import { printRegExp } from '../../../recognition/regexp/print.ts'
import { plainPaths, withoutFormat, type PlainPath } from './plain-paths.ts'
import { UnsaidList, type Unsaid } from './unsaid.ts'

type JsonMap = { readonly [key: string]: Json }

/** An operation of the document, as the routes give it. */
export interface Operation {
  /** `/photos/{id}` */
  readonly path: string
  /** Lower case, as in OpenAPI. */
  readonly method: string
  /** What the operation would be called if nobody else were. */
  readonly id: readonly string[]
  /** What makes the operation known again. */
  readonly mark: JsonMap
  readonly tags: readonly string[]
  readonly parameters: readonly JsonMap[]
  readonly responses: JsonMap
}

/** The operations of a table, and what could not be said of it. */
export interface Operations {
  readonly operations: readonly Operation[]
  readonly unsaid: readonly Unsaid[]
}

/** What a path item of OpenAPI 3.1 has room for, in the order in which the specification has it. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** The mark of an operation that Turnout has written: extensions begin with `x-`. */
export const MARK = 'x-turnout'

/** A path whatever its params are called: OpenAPI takes `/a/{b}` and `/a/{c}` for the same path. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}

/**
 * What a table says in OpenAPI's words. Of the routes that answer one method of one path the first is taken.
 *
 * @param known the paths that are there already, by their shape: a path is written as they are
 */
export function operationsOf({ routes }: Manifest, known: ReadonlyMap<string, string>): Operations {
  const unsaid = new UnsaidList(routes)
  const operations: Operation[] = []
  const taken = new Map<string, number>()
  const templates = new Map(known)
  routes.forEach((route, index) => {
    const reason = leftOut(route)
    if (reason !== null) return unsaid.add(index, reason, false)
    for (const reason of unsaidOf(route)) unsaid.add(index, reason, true)
    const { segments } = withoutFormat(route.segments)
    for (const plain of plainPaths(segments)) {
      const names = plain.flatMap((each) => (each.kind === 'static' ? [] : [each.name]))
      if (new Set(names).size < names.length) {
        unsaid.add(index, 'a parameter stands in the path twice', false)
        continue
      }
      const own = template(plain)
      const shape = shapeOf(own)
      if (!templates.has(shape)) templates.set(shape, own)
      const path = templates.get(shape)!
      const written = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!)
      const parameters = paramsOf(plain).map((param, at) => parameter(param, written[at]!, route))
      for (const method of methodsOf(route)) {
        const key = `${method} ${shape}`
        const first = taken.get(key)
        if (first !== undefined) {
          if (first !== index)
            unsaid.add(index, `${method.toUpperCase()} ${path} is \`${routes[first]!.pattern}\` already`, false)
          continue
        }
        taken.set(key, index)
        operations.push({ path, method, parameters, ...described(route, method) })
      }
    }
  })
  return { operations, unsaid: unsaid.entries }
}

function leftOut(route: ManifestRoute): string | null {
  if (!route.anchored) return 'it matches a prefix of the path'
  if (methodsOf(route).length === 0) return `OpenAPI has no method ${route.verbs.join(', ')}`
  return null
}

function methodsOf({ verbs }: ManifestRoute): readonly string[] {
  return METHODS.filter((method) => verbs.length === 0 || verbs.includes(method.toUpperCase()))
}

/** What is not said of a route that is in the document. */
function* unsaidOf(route: ManifestRoute): Generator<string> {
  const missing = route.verbs.filter((verb) => !METHODS.some((method) => method.toUpperCase() === verb))
  if (missing.length > 0) yield `OpenAPI has no method ${missing.join(', ')}`
  for (const attribute of Object.keys(route.conditions)) yield `it has a condition on the request's \`${attribute}\``
  if (route.constraints.length > 0) yield 'a function of the application has to accept the request'
  if (route.conditional === true) yield 'code of the Rails server decides as well whether it answers'
  for (const plain of plainPaths(route.segments).slice(0, 1)) {
    for (const param of paramsOf(plain)) {
      const requirement = requirementOn(param.name, route)
      if (param.kind === 'glob') yield `\`${param.name}\` takes slashes, which OpenAPI has no words for`
      if (requirement !== undefined && schemaOf(requirement) === null) {
        yield `the requirement on \`${param.name}\` has no words in JSON Schema`
      }
    }
  }
}

function paramsOf(plain: PlainPath): Param[] {
  return plain.flatMap((each) => (each.kind === 'static' ? [] : [each]))
}

/** `/photos/{id}`. Braces have no other meaning in a template, so those of the path are escaped. */
function template(plain: PlainPath): string {
  const text = plain
    .map((each) =>
      each.kind === 'static' ? each.text.replaceAll('{', '%7B').replaceAll('}', '%7D') : `{${each.name}}`,
    )
    .join('')
  return text === '' ? '/' : text
}

function parameter(param: Param, name: string, route: ManifestRoute): JsonMap {
  const requirement = requirementOn(param.name, route)
  const schema = (requirement === undefined ? null : schemaOf(requirement)) ?? {}
  return { name, in: 'path', required: true, schema: { type: 'string', ...schema } }
}

/** A requirement as JSON Schema. A `pattern` there is searched, and has no flags. Null: it cannot be said. */
function schemaOf(requirement: Requirement): JsonMap | null {
  if (!isRegExpSource(requirement)) return { enum: [...new Set([requirement].flat())] }
  if (isAnything(requirement)) return {}
  const { source, flags } = requirement
  // Validators read patterns with the flag `u`.
  if (!flags.includes('i') && isReadableAsUnicode(source)) return { pattern: `^(?:${source})$` }
  const tree = parseRegExp(source, flags)
  if (contains(tree, (each) => isAssertion(each) || isBackreference(each))) return null
  return { pattern: `^(?:${printRegExp(tree)})$` }
}

function isReadableAsUnicode(source: string): boolean {
  try {
    void new RegExp(`^(?:${source})$`, 'u')
    return true
  } catch {
    return false
  }
}

type Described = Pick<Operation, 'id' | 'mark' | 'tags' | 'responses'>

function described(route: ManifestRoute, method: string): Described {
  const { name, controller, action, endpoint, pattern } = route
  const named = name === null ? {} : { route: name }
  if (controller !== null && action !== null) {
    const target = `${controller}#${action}`
    return {
      id: [controller, action, method],
      mark: { ...named, to: target },
      tags: [controller],
      responses: { default: { description: `What ${target} answers.` } },
    }
  }
  const what = name ?? pattern.replace(/\(\.:format\)$/, '')
  if (endpoint?.kind === 'redirect') {
    const { status } = endpoint
    const where =
      'target' in endpoint && typeof endpoint.target === 'string' ? `to ${endpoint.target}` : 'to another URL'
    return {
      id: ['redirect', what, method],
      mark: { ...named, to: 'redirect' },
      tags: [],
      responses: { [status]: { description: `A redirect ${where}.` } },
    }
  }
  const app = endpoint?.kind === 'callable' ? endpoint.export : what
  return {
    id: [app, what, method],
    mark: { ...named, to: app },
    tags: [],
    responses: { default: { description: `What ${app} answers.` } },
  }
}
