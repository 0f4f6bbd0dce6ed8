/**
 * Reports strings that Rails accepts, but that probably mean something else:
 *
 *     get('photos/{id}')              `{id}` is literal text in Rails; the parameter is `:id`
 *     constraints: { id: '\\d+' }     a string is a literal value; the regular expression is `/\d+/`
 *     to: 'photos#show#edit'          only the first two parts count
 */
import { shorten } from '../../diagnostics/text.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import { escapePath } from '../../patterns/pattern/join.ts'
import { namelessMarks, type RailsVersion } from '../../patterns/pattern/parse.ts'
import { isMap } from '../../dsl-values.ts'

/**
 * Reports parts of a path that Rails reads as literal text or ignores: parameters in the notation of other routers, marks
 * without a name, alternatives, doubled slashes, and parentheses that close no group.
 */
export function* checkWrittenPath(path: unknown, rails: RailsVersion): Generator<Finding> {
  // `checkPath` refuses a `?`, and a `%` that is no escape.
  if (typeof path !== 'string' || !/[:*|[{<$) @_+]|\/\//.test(path) || /\?|%[<{]/.test(path)) return
  const shortPath = shorten(path)
  const [, verb] = /^(GET|POST|PUT|PATCH|DELETE) +\//i.exec(path) ?? []
  if (verb !== undefined) yield ['unusual-path', { path: shortPath, verb: verb.toLowerCase() }]
  const [, group] = /(?:^|\/)\(([a-z_][\w-]*)\)\//i.exec(path) ?? []
  if (group !== undefined) yield ['unusual-path', { path: shortPath, group }]
  const [[, hidden] = []] = path.matchAll(HIDDEN_NAMES)
  if (hidden !== undefined) {
    const rest = path.replaceAll(HIDDEN_NAMES, '').replace(/[/.]$/, '')
    yield ['unusual-path', { path: shortPath, hidden, rest: shorten(rest === '' ? '/' : rest) }]
  }
  for (const [expression, inRails] of FOREIGN_PATTERNS) {
    const [foreignText, name, requirement = ''] = expression.exec(path) ?? []
    if (foreignText === undefined) continue
    yield ['unusual-path', { path: shortPath, written: foreignText, inRails: inRails(name!, requirement) }]
    return
  }
  for (const { mark, isParam } of namelessMarks(escapePath(path), rails)) {
    yield ['unusual-path', { path: shortPath, holds: mark, isParam }]
  }
  if (rails === '8.1' && closesNothing(path)) yield ['unusual-path', { path: shortPath, holds: ')' }]
  if (path.includes('|')) yield ['unusual-path', { path: shortPath, holds: '|' }]
  if (path.includes('//')) yield ['unusual-path', { path: shortPath, holds: '//' }]
}

/** True if a parenthesis closes no group. Rails 8.1 reads the path only up to it. */
function closesNothing(path: string): boolean {
  let depth = 0
  for (const parenthesis of path.match(/[()]/g) ?? []) {
    depth += parenthesis === '(' ? 1 : -1
    if (depth < 0) return true
  }
  return false
}

/**
 * Names that file-based routers leave out of the URL: intercepting routes (`(.)photo`) and slots (`@modal/`) of Next.js, layouts
 * of TanStack Router (`_auth/`) and the files of SvelteKit and Remix (`+page`, `_index`). Other names with these signs are usual
 * in applications: `users/@me/roles`, `_health`, `_internal/jobs`.
 */
const HIDDEN_NAMES =
  /(?<![^/.])((?:\(\.{1,3}\))+(?=[\w[(])|(?:@(?!me\/)[a-z][\w-]*|_(?:auth\w*|\w*layout|app|protected|guest|marketing|public|site|pathless\w*))(?=\/)|(?:_index|__root|\+(?:page|layout|server)(?:\.\w+)*)$)\/?/gi

/** How other routers write parameters, and the equivalent in Rails. Rails reads these forms as literal characters. */
const FOREIGN_PATTERNS: readonly (readonly [RegExp, (name: string, requirement: string) => string])[] = [
  [/(?<![^/])\[\[\.\.\.([a-z_]\w*)(?:=\w+)?\]\]/i, (name) => `(*${name})`],
  [/(?<![^/])\[\.\.\.([a-z_]\w*)(?:=\w+)?\]/i, (name) => `*${name}`],
  [/(?<![^/])\[\[([a-z_]\w*)\]\]/i, (name) => `(:${name})`],
  [/(?<![^/])\[\[([a-z_]\w*)=(\w+)\]\]/i, (name, matcher) => withRequirement(`(:${name})`, name, matcher)],
  [/(?<![^/@.~-])\[([a-z_]\w*)\]/i, (name) => `:${name}`],
  [/(?<![^/@.~-])\[([a-z_]\w*)=(\w+)\]/i, (name, matcher) => withRequirement(`:${name}`, name, matcher)],
  [/\{-\$([a-z_]\w*)\}/i, (name) => `(:${name})`],
  [/\{\$\}/, () => '*path'],
  [/\{\*{1,2}([a-z_]\w*)\}/i, (name) => `*${name}`],
  [/\{\.\.\.([a-z_]\w*)\}/i, (name) => `*${name}`],
  [/\{([a-z_]\w*)\.\.\.\}/i, (name) => `*${name}`],
  [/[$#]?\{\$?([a-z_]\w*)\}/i, (name) => `:${name}`],
  [/\{([a-z_]\w*):([^{}]*(?:\{[\d,]*\}[^{}]*)*)\}/i, (name, source) => withRequirement(`:${name}`, name, source)],
  [/:([a-z_]\w*)\{([^{}]*(?:\{[\d,]*\}[^{}]*)*)\}/i, (name, source) => withRequirement(`:${name}`, name, source)],
  [/:([a-z_]\w*)<([^<>]+)>/i, (name, source) => withRequirement(`:${name}`, name, source)],
  [/\{\/:([a-z_]\w*)\}/i, (name) => `(/:${name})`],
  [/:([a-z_]\w*)\(\.[*+]\)[*+]?/i, (name) => `*${name}`],
  [/:([a-z_]\w*)[+*](?![^/])/i, (name) => `*${name}`],
  [/(?<![^/])(\$)(?![^/])/, () => '*path'],
  [/<(?:\w+:)?([a-z_]\w*)>/i, (name) => `:${name}`],
  [/(?<![^/.(])\$([a-z_]\w*)/i, (name) => `:${name}`],
  [/:([a-z_]\w*)\(([^()]*[\\[\]^+|{*][^()]*)\)/i, (name, source) => withRequirement(`:${name}`, name, source)],
]

/** Nothing is suggested for longer names and targets, because the expressions for them take quadratic time. */
export const LONGEST_WORD = 200

/** Writes the parameters of a path as in Rails, without their requirements: `photos/[id]` -> `photos/:id`. */
export function railsPath(path: string): string {
  if (path.length > LONGEST_WORD) return path
  return FOREIGN_PATTERNS.reduce(
    (result, [expression, inRails]) =>
      result.replaceAll(new RegExp(expression, 'gi'), (_text, name: string) => inRails(name, '').split('`')[0]!),
    path,
  )
}

/**
 * `:id` with the requirement `integer` -> `:id` with the option `id: /\d+/`, for a place in backticks. Another word is a function
 * of SvelteKit or a column of Laravel, whose expression the reader knows.
 */
function withRequirement(param: string, name: string, source: string): string {
  const expression = /^(?:int|integer|number)$/.test(source) ? '\\d+' : /^[a-z_]\w*$/i.test(source) ? '…' : source
  return `${param}\` with the option \`${name}: /${expression}/`
}

/** Reports strings that Rails requires as literal values of parameters, though they look like regular expressions. */
export function* checkWrittenRequirements(constraints: unknown): Generator<Finding> {
  if (!isMap(constraints)) return
  for (const [name, value] of Object.entries(constraints)) {
    if (typeof value === 'string' && REGEXP_SOURCE.test(value))
      yield ['unusual-requirement', { name, text: value.slice(0, 80) }]
  }
}

const REGEXP_SOURCE = /\\[bdswBDSW./]|\[[^\]]+\]|[.)\]\w][+*?]|^\^|\$$|\{\d|\|/

/**
 * Reports a target with more than one `#`, and an action that cannot be the name of a function.
 *
 * @param to the declared option
 * @param action the action of the route
 */
export function* checkWrittenTarget(to: unknown, action: string | null): Generator<Finding> {
  if (typeof to === 'string' && to.split('#').length > 2) {
    const counts = to.split('#', 2).join('#')
    yield ['unusual-target', { to, counts }]
  }
  if (action !== null && /[?!]/.test(action)) {
    yield ['unusual-target', { action }]
  }
}
