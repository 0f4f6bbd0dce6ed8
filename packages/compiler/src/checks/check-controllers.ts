import { exportNames } from '@turnout/runtime'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Manifest, ManifestRoute } from '../manifest.ts'

/** What was read of a controller's file. */
export interface ControllerFile {
  /** Relative to the project root. */
  readonly file: string
  /** Names of its exports; null where they cannot be told without running it (`export * from …`). */
  readonly actions: readonly ControllerAction[] | null
}

export interface ControllerAction {
  readonly name: string
  /** 1-based; null where it is not known. */
  readonly line: number | null
  readonly column: number | null
}

/**
 * Compares the table with the controllers that there are: `unknown-controller`, `unknown-action`,
 * `unused-controller`, `unused-action`. Pure: whoever has the files reads them, statically.
 *
 * An action may be exported by its own name, in camelCase (`sign_in` as `signIn`), or with a `_` at its end where
 * the name is a reserved word (`new_`, `delete_`). An export that begins with `_`, or is `default` or `middleware`, is
 * not an action.
 *
 * @param controllers by the name that routes know them by (`admin/photos`); or the folder of that name, relative to the
 *   project root, which does not exist: `no-controllers`
 * @param isServed the controllers are called by `dispatch`: also `reserved-action`
 */
export function checkControllers(
  manifest: Manifest,
  controllers: ReadonlyMap<string, ControllerFile> | string,
  severities: Severities = {},
  isServed = false,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  if (typeof controllers === 'string') {
    diagnostics.report('no-controllers', { folder: controllers }, () => null)
    return diagnostics.all
  }
  const { unanswered, unused } = compareControllers(manifest, controllers)
  for (const { route, file } of unanswered) {
    const [controller, action] = [route.controller!, route.action!]
    const place = () => route.location
    if (file === null) {
      const guess = nearest(controller, [...controllers.keys()])
      diagnostics.report('unknown-controller', { controller, guess }, place)
      continue
    }
    const guess = nearest(action, (file.actions ?? []).map(({ name }) => name).filter(isAction))
    diagnostics.report('unknown-action', { file: file.file, action, route: describe(route), guess }, place)
  }
  if (isServed) reportReserved(diagnostics, manifest, controllers)
  for (const { controller, action, file, line, column } of unused) {
    // Its middleware stands around everything.
    if (isServed && controller === 'application' && action === null) continue
    const place = () => ({ file, line, column })
    if (action === null) {
      diagnostics.report('unused-controller', { controller }, place)
    } else {
      diagnostics.report('unused-action', { controller, action }, place)
    }
  }
  return diagnostics.all
}

/** Names that mean something else in a controller: to `import()`, to `dispatch`, and to modules. */
const RESERVED = new Set(['then', 'middleware', 'default'])

/** An export `then` would be called by whoever waits for the module, though no route leads to it. */
function reportReserved(
  diagnostics: Diagnostics,
  { routes }: Manifest,
  controllers: ReadonlyMap<string, ControllerFile>,
): void {
  for (const { controller, action, location } of routes) {
    if (controller === null || action === null || !RESERVED.has(action)) continue
    diagnostics.report('reserved-action', { controller, action }, () => location)
  }
  for (const [controller, { file, actions }] of controllers) {
    const then = actions?.find(({ name }) => name === 'then')
    if (then === undefined) continue
    const place = () => ({ file, line: then.line ?? 1, column: then.column ?? 1 })
    diagnostics.report('reserved-action', { controller, action: 'then' }, place)
  }
}

/** What a table and the controllers do not have in common. */
export interface ControllerComparison {
  /** Routes that have no action, with the file of their controller; null where there is none. */
  readonly unanswered: readonly { readonly route: ManifestRoute; readonly file: ControllerFile | null }[]
  /** What no route leads to. */
  readonly unused: readonly UnusedAction[]
}

/** An action that no route leads to, and where it is exported; or, where `action` is null, a whole controller. */
export interface UnusedAction {
  readonly controller: string
  readonly action: string | null
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Compares the table with the controllers that there are, by the rules of `checkControllers`.
 *
 * @param controllers by the name that routes know them by
 */
export function compareControllers(
  manifest: Manifest,
  controllers: ReadonlyMap<string, ControllerFile>,
): ControllerComparison {
  const unanswered: { route: ManifestRoute; file: ControllerFile | null }[] = []
  const reached = new Map<string, Set<string>>()
  for (const route of manifest.routes) {
    const { controller, action } = route
    if (controller === null || action === null) continue
    const file = controllers.get(controller)
    if (file === undefined) {
      unanswered.push({ route, file: null })
      continue
    }
    let actions = reached.get(controller)
    if (actions === undefined) reached.set(controller, (actions = new Set()))
    for (const name of exportNames(action)) actions.add(name)
    if (file.actions === null || file.actions.some(({ name }) => exportNames(action).includes(name))) continue
    unanswered.push({ route, file })
  }
  const unused: UnusedAction[] = []
  for (const [controller, { file, actions }] of controllers) {
    const used = reached.get(controller)
    if (used === undefined) {
      // A folder's `index` is as likely not to be a controller at all.
      if (/(?:^|\/)index\.[^/]+$/.test(file) || !(actions ?? []).some(({ name }) => isAction(name))) continue
      unused.push({ controller, action: null, file, line: 1, column: 1 })
      continue
    }
    for (const { name, line, column } of actions ?? []) {
      if (!isAction(name) || used.has(name)) continue
      unused.push({ controller, action: name, file, line: line ?? 1, column: column ?? 1 })
    }
  }
  return { unanswered, unused }
}

function isAction(name: string): boolean {
  return name !== 'default' && name !== 'middleware' && !name.startsWith('_')
}

function describe({ verbs, pattern }: ManifestRoute): string {
  return `${verbs.length === 0 ? 'any verb' : verbs.join('|')} ${pattern}`
}
