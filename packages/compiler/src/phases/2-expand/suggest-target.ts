// Suggests what was probably meant by a target or a controller that no route can have.
import { textOf } from '../../name.ts'
import { controllerFrom, targetFrom } from './other-routers.ts'
import type { Scope } from './scope.ts'

/** Matches the names of controllers, with their folders. */
const CONTROLLER = /^[a-z_0-9][a-z_0-9/]*$/

/** True for the name of a controller that a project can have: `admin/photos`. */
export function isController(name: string): boolean {
  return CONTROLLER.test(name) && !name.split('/').includes('__proto__')
}

/**
 * Suggests a target for a string that is none; null if it is similar to no target.
 *
 *     /photos, https://example.org  -> redirect('/photos')
 *     photos/show, photos.show      -> photos#show
 *     Admin::Photos#show            -> admin/photos#show
 */
export function suggestTarget(to: unknown): string | null {
  if (typeof to !== 'string') return null
  if (/%\{|^\/|:\/\//.test(to)) return `redirect('${to}')`
  const target = targetFrom(to)
  if (target !== null && target !== to) return target
  const [, controller, action] = /^([\w:/-]+?)(?:#|\/|\.|::?|@)(\w+[?!]?)$/.exec(to) ?? []
  const name = controller === undefined ? null : similarController(controller)
  if (name !== null) return `${name}#${action}`
  return !to.includes('#') && to.includes('/') ? `redirect('${to}')` : null
}

/**
 * Suggests a declaration for the controller of a route that is the name of none. The characters that only paths can have
 * belong in the option `path`.
 *
 * @param controller the controller without the module of its scope
 */
export function suggestController(controller: unknown, to: unknown, scope: Scope): string | null {
  const text = textOf(controller)
  const folder = text?.startsWith('/') ? undefined : scope.module?.split('/').find((part) => !CONTROLLER.test(part))
  if (folder !== undefined) {
    const name = similarController(folder)
    if (name === null || !scope.path?.split('/').includes(folder)) return name
    return `namespace('${name}', { path: '${folder}' })`
  }
  if (typeof to === 'string' && to.includes('#')) return suggestTarget(to)
  const { resource } = scope
  const name = resource !== null && resource.controller === text ? similarController(resource.name) : null
  if (name === null || !/[-.]/.test(resource!.name)) return text === null ? null : similarController(text)
  return `${resource!.singleton ? 'resource' : 'resources'}('${name}', { path: '${resource!.path}' })`
}

/** `admin/blog-posts` -> `admin/blog_posts`; null if no controller has a similar name. */
function similarController(text: string): string | null {
  const name = controllerFrom(text)
  return isController(name) ? name : null
}
