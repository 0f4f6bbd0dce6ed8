// Guesses the scopes around a resource from the prefix of its path.
import { makeInflector } from '@turnout/compiler/internal/phases/2-expand/inflect'
import { block, type Call } from './call.ts'
import { unescaped } from './single-call.ts'

const inflector = makeInflector()

/** At most this many combinations of scopes are guessed for one prefix. */
const MAX_SCOPES = 64

/** Calls around a resource. */
export interface Scopes {
  readonly calls: readonly Call[]
  /** The controller prefix inside the calls, with that of the enclosing blocks. */
  readonly module: string
}

/**
 * Returns scopes that may declare a prefix of a path, the likely ones first.
 *
 *     /admin                 namespace('admin'), scope('admin', { module: 'admin' }), scope('admin', { as: 'admin' }), …
 *     /albums/:album_id      resources('albums', { only: [] }), scope('albums/:album_id')
 *
 * @param controller the controller of the resource: `admin/photos`
 * @param outerModule the controller prefix of the enclosing blocks, with a slash at its end
 */
export function guessScopes(prefix: string, controller: string, outerModule: string): readonly Scopes[] {
  // Optional groups, and segments: `(/:locale)/admin` -> `(/:locale)`, `/admin`.
  const segments = prefix.match(/^\([^()]*\)|\/[^/]+/g) ?? []
  let candidates: Scopes[] = [{ calls: [], module: outerModule }]
  for (let index = 0; index < segments.length; index += 1) {
    // `/admin` -> `admin`, `(/:locale)` -> `(:locale)`.
    const text = segments[index]!.replace(/^\//, '').replace(/^\(\//, '(')
    const [, paramAfter] = /^\/:(\w+)$/.exec(segments[index + 1] ?? '') ?? []
    const param = isWord(wordOf(text)) ? paramAfter : undefined
    candidates = candidates
      .flatMap((outer) => (param === undefined ? scopesOf(text, outer, controller) : parentsOf(text, param, outer)))
      .slice(0, MAX_SCOPES)
    if (param !== undefined) index += 1
  }
  return candidates
}

/** `banned-ips` -> `banned_ips` */
function wordOf(segment: string): string {
  return segment.replaceAll('-', '_')
}

function isWord(text: string): boolean {
  return /^[a-z_]\w*$/.test(text)
}

/** Returns the calls that may declare a segment or group inside other calls: `namespace`, `scope` and `resource`. */
function scopesOf(segment: string, outer: Scopes, controller: string): Scopes[] {
  const word = wordOf(segment)
  const path = unescaped(segment)
  const module = `${outer.module}${word}/`
  const keepModule = (call: Call): Scopes => inside(outer, call)
  const addModule = (call: Call): Scopes => ({ ...inside(outer, call), module })
  if (!isWord(word)) return [keepModule(block('scope', [path]))]
  const withoutModule = [
    keepModule(block('scope', [path], { as: word })),
    keepModule(block('scope', [path])),
    keepModule(block('resource', [word], { only: [], ...(word !== segment && { path }) })),
  ]
  if (!controller.startsWith(module)) return withoutModule
  const namespace = word === segment ? block('namespace', [word]) : block('namespace', [word], { path })
  return [addModule(namespace), addModule(block('scope', [path], { module: word })), ...withoutModule]
}

/** Returns the calls that may declare a word and a param inside other calls: `resources`, and `scope` for both. */
function parentsOf(segment: string, param: string, outer: Scopes): Scopes[] {
  const resources = parentOf(segment, param)
  const scope = inside(outer, block('scope', [`${segment}/:${param}`]))
  return resources === null ? [scope] : [inside(outer, resources), scope]
}

/** Adds a call inside other calls. */
function inside(outer: Scopes, call: Call): Scopes {
  return { ...outer, calls: [...outer.calls, call] }
}

/**
 * Returns an empty resource for a path below its members; null if the param names no resource.
 *
 *     albums, album_id     resources('albums', { only: [] })
 *     photos, album_id     resources('albums', { only: [], path: 'photos' })
 */
function parentOf(segment: string, param: string): Call | null {
  const word = wordOf(segment)
  const singularPrefix = `${inflector.singularize(word)}_`
  const path = word === segment ? {} : { path: segment }
  if (param.startsWith(singularPrefix) && param.length > singularPrefix.length) {
    const rest = param.slice(singularPrefix.length)
    return block('resources', [word], { only: [], ...path, ...(rest !== 'id' && { param: rest }) })
  }
  if (!param.endsWith('_id')) return null
  return block('resources', [inflector.pluralize(param.slice(0, -3))], { only: [], path: segment })
}
