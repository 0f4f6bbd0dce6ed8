import { getOrCreate } from '../collections.ts'
import type { Manifest, ManifestRoute } from '../manifest/manifest.ts'
import type { HelperStyle } from './helper-name.ts'

/** Before the name of a controller, the id of the module of its actions. */
export const ACTIONS = 'virtual:routes/actions/'

/** An action of a controller, as links to it need it. */
export interface ActionLink {
  /** The export name of the action in the module of the controller. */
  readonly name: string
  /** The route that links use. */
  readonly route: ManifestRoute & { readonly controller: string; readonly action: string }
  /** In upper case: methods are case-sensitive, and `fetch` sends `patch` as it is. */
  readonly method: string
}

/**
 * Returns the actions by their controllers, both in the order of declaration. If an action has several routes, links
 * use the first one, with its first verb, or with GET if it accepts GET.
 */
export function actionLinks(manifest: Manifest, style: HelperStyle): ReadonlyMap<string, readonly ActionLink[]> {
  const controllers = new Map<string, Map<string, ActionLink['route']>>()
  for (const route of manifest.routes) {
    if (!leadsToAction(route)) continue
    const actions = getOrCreate(controllers, route.controller, () => new Map<string, ActionLink['route']>())
    getOrCreate(actions, route.action, () => route)
  }
  return new Map([...controllers].map(([controller, actions]) => [controller, linksOf([...actions.values()], style)]))
}

/** No module can export a name with half a character in it. */
function leadsToAction(route: ManifestRoute): route is ActionLink['route'] {
  const { controller, action, endpoint } = route
  return endpoint === null && controller !== null && action !== null && !/\p{Surrogate}/u.test(action)
}

function linksOf(routes: readonly ActionLink['route'][], style: HelperStyle): ActionLink[] {
  // An action whose own name is the export name has priority over an action that is converted to the same name.
  const usedNames = new Set(routes.flatMap(({ action }) => (nameOf(action, style) === action ? [action] : [])))
  return routes.map((route): ActionLink => {
    const { action, verbs } = route
    let name = nameOf(action, style)
    if (name !== action) {
      if (usedNames.has(name) && action !== 'then') name = action
      while (usedNames.has(name)) name += '_'
      usedNames.add(name)
    }
    return { name, route, method: verbs.length === 0 || verbs.includes('GET') ? 'GET' : verbs[0]! }
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
