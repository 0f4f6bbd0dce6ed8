// Finds changes of helpers that break their callers.
import type { Manifest, ManifestRoute } from '../manifest.ts'
import { hasDefaultHost, helperParams, namedRoutes } from '../helpers.ts'
import type { Pairs } from './pair-routes.ts'

/** A change of the helpers that breaks code which calls them. Names are route names: `edit_photo`. */
export type HelperBreak =
  /** `renamedTo` is the name that the route has now, if it has another. */
  | { readonly kind: 'helper-removed'; readonly name: string; readonly renamedTo: string | null }
  /** Calls that were right are no longer. */
  | {
      readonly kind: 'helper-arguments'
      readonly name: string
      readonly before: readonly string[]
      readonly after: readonly string[]
    }
  /** `pathFor` and `urlFor` no longer know the model. */
  | { readonly kind: 'model-removed'; readonly model: string }

/** Compares the helpers of two tables, `direct` URLs and `resolve` mappings included. */
export function helperBreaks(oldTable: Manifest, newTable: Manifest, pairs: Pairs): HelperBreak[] {
  const [oldHelpers, newHelpers] = [helpersOf(oldTable), helpersOf(newTable)]
  const breaks: HelperBreak[] = []
  for (const [name, helper] of oldHelpers) {
    const newHelper = newHelpers.get(name)
    if (newHelper === undefined)
      breaks.push({ kind: 'helper-removed', name, renamedTo: newName(name, oldTable, newTable, pairs) })
    else if (!accepts(newHelper, helper)) {
      breaks.push({ kind: 'helper-arguments', name, before: showParams(helper), after: showParams(newHelper) })
    }
  }
  const models = new Set(newTable.resolves.map(({ model }) => model))
  for (const model of new Set(oldTable.resolves.map(({ model }) => model))) {
    if (!models.has(model)) breaks.push({ kind: 'model-removed', model })
  }
  return breaks
}

/** The parameters of a helper. */
interface Helper {
  readonly params: readonly { readonly name: string; readonly required: boolean }[]
  /** Whether its URL needs the option `host`. */
  readonly needsHost: boolean
  /** False for a function of the application. */
  readonly isKnown: boolean
}

function helpersOf(manifest: Manifest): Map<string, Helper> {
  const helpers = new Map<string, Helper>()
  for (const route of namedRoutes(manifest)) helpers.set(route.name, helperOf(route))
  for (const { name, target } of manifest.directs) {
    // The manifest does not contain the parameters of a function, so such helpers are not compared.
    const isKnown = typeof target === 'string' || 'route' in target
    const needsHost = isKnown && typeof target !== 'string' && !Object.hasOwn(target.options, 'host')
    helpers.set(name, { params: [], needsHost, isKnown })
  }
  return helpers
}

function helperOf(route: ManifestRoute): Helper {
  const params = helperParams(route).map(({ name, required }) => ({ name, required }))
  return { params, needsHost: !hasDefaultHost(route), isKnown: true }
}

/**
 * True if each valid call of the old helper is a valid call of the new one: the old params keep their positions, no
 * further param is required, and new params are last.
 */
function accepts(now: Helper, old: Helper): boolean {
  if (!now.isKnown || !old.isKnown) return true
  if (now.needsHost && !old.needsHost) return false
  if (
    now.params.some(
      ({ name, required }) => required && !old.params.some((param) => param.name === name && param.required),
    )
  )
    return false
  // `format` is passed by name, so its position does not matter.
  const positions = ({ params }: Helper) => params.filter(({ name }) => name !== 'format').map(({ name }) => name)
  if (!positions(old).every((name, index) => positions(now)[index] === name)) return false
  return old.params.every(({ name }) => now.params.some((param) => param.name === name))
}

function showParams({ params, needsHost }: Helper): string[] {
  return [...params.map(({ name, required }) => (required ? name : `${name}?`)), ...(needsHost ? [] : ['host?'])]
}

/** The name of the route that had this name, if it has another that is new. */
function newName(name: string, oldTable: Manifest, newTable: Manifest, pairs: Pairs): string | null {
  const index = oldTable.routes.findIndex((route) => route.name === name)
  const newRouteName = newTable.routes[pairs.newIndexes.get(index) ?? -1]?.name ?? null
  return newRouteName !== null && !oldTable.routes.some((route) => route.name === newRouteName) ? newRouteName : null
}
