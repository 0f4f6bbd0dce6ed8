// Guesses the scopes around a resource from the prefix of its path.
import { makeInflector } from '@turnout/compiler/phases'
import { block, type Call } from './call.ts'
import { unescaped } from './flat.ts'

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
  const segments = prefix.match(/^\([^()]*\)|\/[^/]+/g) ?? []
  let candidates: Scopes[] = [{ calls: [], module: outerModule }]
  // Optional groups, and segments: `(/:locale)/admin` -> `(/:locale)`, `/admin`.
  for (let index = 0; index < segments.length; index += 1) {
    const text = segments[index]!.replace(/^\//, '').replace(/^\(\//, '(')
    const [, param] = /^\/:(\w+)$/.exec(segments[index + 1] ?? '') ?? []
    const word = text.replaceAll('-', '_')
    const isWord = /^[a-z_]\w*$/.test(word)
    if (isWord && param !== undefined) {
      index += 1
      const nested = parentOf(text, param)
      candidates = candidates.flatMap((candidate) => [
        ...(nested === null ? [] : [{ ...candidate, calls: [...candidate.calls, nested] }]),
        { ...candidate, calls: [...candidate.calls, block('scope', [`${text}/:${param}`])] },
      ])
      continue
    }
    candidates = candidates.flatMap((candidate) => {
      const module = `${candidate.module}${word}/`
      const add = (call: Call, newModule = candidate.module): Scopes => ({
        calls: [...candidate.calls, call],
        module: newModule,
      })
      const path = unescaped(text)
      const withoutModule = [
        ...(isWord ? [add(block('scope', [path], { as: word }))] : []),
        add(block('scope', [path])),
        ...(isWord ? [add(block('resource', [word], { only: [], ...(word !== text && { path }) }))] : []),
      ]
      if (!isWord || !controller.startsWith(module)) return withoutModule
      const namespace = word === text ? block('namespace', [word]) : block('namespace', [word], { path })
      return [add(namespace, module), add(block('scope', [path], { module: word }), module), ...withoutModule]
    })
    candidates = candidates.slice(0, MAX_SCOPES)
  }
  return candidates
}

/** Returns an empty resource for a path below its members: `albums`, `album_id` -> `resources('albums', { only: [] })`. */
function parentOf(segment: string, param: string): Call | null {
  const word = segment.replaceAll('-', '_')
  const singularPrefix = `${inflector.singularize(word)}_`
  const path = word === segment ? {} : { path: segment }
  if (param.startsWith(singularPrefix) && param.length > singularPrefix.length) {
    const rest = param.slice(singularPrefix.length)
    return block('resources', [word], { only: [], ...path, ...(rest !== 'id' && { param: rest }) })
  }
  if (!param.endsWith('_id')) return null
  return block('resources', [inflector.pluralize(param.slice(0, -3))], { only: [], path: segment })
}
