import type { Manifest, ManifestRoute } from '../manifest.ts'
import type { HelperStyle } from './helper-name.ts'

/** Before the name of a controller, the id of the module of its actions. */
export const ACTIONS = 'virtual:routes/actions/'

/** An action of a controller, as links to it need it. */
export interface ActionLink {
  /** What the module of the controller exports it as. */
  readonly name: string
  /** The route that links lead to. */
  readonly route: ManifestRoute & { readonly controller: string; readonly action: string }
  /** In lower case, as forms and HTTP clients take it. */
  readonly method: string
}

/**
 * The actions by their controllers, both in the order of declaration. Of several routes to one action the first is the
 * one that links lead to, under the verb that it names first, or GET if it answers that.
 */
export function actionLinks(manifest: Manifest, style: HelperStyle): ReadonlyMap<string, readonly ActionLink[]> {
  const controllers = new Map<string, Map<string, ActionLink['route']>>()
  for (const route of manifest.routes) {
    if (!leadsToAction(route)) continue
    const actions = controllers.get(route.controller) ?? new Map<string, ActionLink['route']>()
    controllers.set(route.controller, actions)
    if (!actions.has(route.action)) actions.set(route.action, route)
  }
  return new Map([...controllers].map(([controller, actions]) => [controller, linksOf([...actions.values()], style)]))
}

/** No module can export a name with half a character in it. */
function leadsToAction(route: ManifestRoute): route is ActionLink['route'] {
  const { controller, action, endpoint } = route
  return endpoint === null && controller !== null && action !== null && !/\p{Surrogate}/u.test(action)
}

function linksOf(routes: readonly ActionLink['route'][], style: HelperStyle): ActionLink[] {
  // An action that is named as it is goes before one that comes to the same name.
  const taken = new Set(routes.flatMap(({ action }) => (nameOf(action, style) === action ? [action] : [])))
  return routes.map((route): ActionLink => {
    const { action, verbs } = route
    let name = nameOf(action, style)
    if (name !== action) {
      if (taken.has(name) && action !== 'then') name = action
      while (taken.has(name)) name += '_'
      taken.add(name)
    }
    return { name, route, method: verbs.length === 0 || verbs.includes('GET') ? 'get' : verbs[0]!.toLowerCase() }
  })
}

/**
 *     sign_in, log-in -> signIn, logIn       in camelCase
 *     new, delete     -> new, delete
 *     then            -> then_               `await import(…)` would call it
 */
function nameOf(action: string, style: HelperStyle): string {
  if (action === 'then') return 'then_'
  if (style === 'snake_case') return action
  return action.replace(/(?<=[^_-])[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
}
