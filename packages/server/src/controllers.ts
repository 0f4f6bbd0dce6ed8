// Loads the modules of controllers, and finds their actions and middleware.
import { findExport, actionExportNames } from '@turnout/runtime'
import type {
  ActionArguments,
  ControllerModule,
  Controllers,
  DocumentArguments,
  ErrorArguments,
  MaybePromise,
  Middleware,
  NotFoundArguments,
} from './types.ts'

/** A controller with a loaded module. */
export interface LoadedController {
  /** @throws TypeError if the module exports no such action */
  readonly action: (name: string) => (args: ActionArguments) => unknown
  /** True if the module exports the action. */
  readonly has: (name: string) => boolean
  readonly middleware: readonly Middleware[]
}

/** The controller `application`, with its module loaded. */
export interface LoadedApplication {
  readonly middleware: readonly Middleware[]
  /** Creates the documents of pages. */
  readonly document?: (args: DocumentArguments) => unknown
  /** Responds to unmatched requests. */
  readonly notFound?: (args: NotFoundArguments) => unknown
  /** Responds to errors. */
  readonly onError?: (args: ErrorArguments) => unknown
}

/** The controllers that routes name. Their modules are loaded on demand, and no request can name another module. */
export interface ControllerLoader {
  /** True if a controller has this name. */
  readonly has: (name: string) => boolean
  /** @throws TypeError if no controller has this name. The promise rejects with an error that the module throws */
  readonly controller: (name: string) => MaybePromise<LoadedController>
  readonly application: () => MaybePromise<LoadedApplication>
  /**
   * Returns the guards of a controller or a namespace, the outermost first: `use` of the modules `application` in its
   * folders. For `admin/users` they are `application`, `admin/application` and `admin/users/application`.
   *
   * It rejects if one of the modules cannot be loaded, or has no valid `use`. Only the outermost module needs no `use`.
   */
  readonly guards: (name: string) => MaybePromise<readonly Middleware[]>
}

/** The name of a module that applies to all controllers in its folder. */
const APPLICATION = 'application'

/**
 * Loads each controller once, when it is first needed. If loading fails, the next request tries again. A dev server creates
 * a loader for each request, so that it uses edited modules.
 */
export function createControllerLoader(controllers: Controllers): ControllerLoader {
  const loadedControllers = new Map<string, LoadedController>()
  const loadedGuards = new Map<string, readonly Middleware[]>()
  let cachedApplication: LoadedApplication | undefined
  const has = (name: string) => Object.hasOwn(controllers, name)

  async function loadGuards(name: string): Promise<readonly Middleware[]> {
    const guards: Middleware[] = []
    for (const controller of applicationsOf(name).filter(has)) {
      const { use } = await controllers[controller]!()
      if (controller !== APPLICATION || use !== undefined) guards.push(...guardsOf(controller, use))
    }
    loadedGuards.set(name, guards)
    return guards
  }

  return {
    has,
    controller(name) {
      const controller = loadedControllers.get(name)
      if (controller !== undefined) return controller
      if (!has(name))
        throw new TypeError(`There is no controller \`${name}\`. \`turnout generate controller ${name}\` writes it.`)
      return controllers[name]!().then((module) => {
        const hasAction = (action: string) => typeof findExport(module, actionExportNames(action)) === 'function'
        const controller = { action: actionsOf(name, module), has: hasAction, middleware: middlewareOf(name, module) }
        loadedControllers.set(name, controller)
        return controller
      })
    },
    application() {
      if (cachedApplication !== undefined) return cachedApplication
      if (!has(APPLICATION)) return { middleware: [] }
      return controllers[APPLICATION]!().then((module) => {
        const { document, notFound, onError } = module
        const loadedApplication = {
          middleware: middlewareOf(APPLICATION, module),
          ...(typeof document === 'function' && { document: document as LoadedApplication['document'] & object }),
          ...(typeof notFound === 'function' && { notFound: notFound as LoadedApplication['notFound'] & object }),
          ...(typeof onError === 'function' && { onError: onError as LoadedApplication['onError'] & object }),
        }
        cachedApplication = loadedApplication
        return loadedApplication
      })
    },
    guards: (name) => loadedGuards.get(name) ?? loadGuards(name),
  }
}

/** `admin/users` -> `application`, `admin/application`, `admin/users/application` */
function applicationsOf(name: string): string[] {
  const folders = name === '' ? [] : name.split('/')
  return [APPLICATION, ...folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/')}/${APPLICATION}`)]
}

function actionsOf(controller: string, module: ControllerModule): LoadedController['action'] {
  const actionsByName = new Map<string, (args: ActionArguments) => unknown>()
  return (name) => {
    let action = actionsByName.get(name)
    if (action === undefined) {
      const value = findExport(module, actionExportNames(name))
      if (typeof value !== 'function') {
        throw new TypeError(
          `The controller \`${controller}\` does not export the action \`${name}\`. ` +
            `\`turnout generate controller ${controller}\` writes missing actions.`,
        )
      }
      actionsByName.set(name, (action = value as (args: ActionArguments) => unknown))
    }
    return action
  }
}

function middlewareOf(controller: string, { middleware = [] }: ControllerModule): readonly Middleware[] {
  const layers = layersOf(middleware)
  if (layers !== null) return layers
  throw new TypeError(`\`middleware\` of the controller \`${controller}\` must be an array of functions.`)
}

function guardsOf(controller: string, use: unknown): readonly Middleware[] {
  const guards = layersOf(typeof use === 'function' ? [use] : use)
  // An empty list is probably a mistake, and would let every request through.
  if (guards !== null && guards.length > 0) return guards
  throw new TypeError(`\`use\` of the controller \`${controller}\` must be a function, or an array with at least one.`)
}

/** Returns a copy of an array of functions; null for any other value. The copy has no holes, which `every` would skip. */
function layersOf(value: unknown): readonly Middleware[] | null {
  if (!Array.isArray(value)) return null
  const layers: readonly unknown[] = [...(value as readonly unknown[])]
  return layers.every((layer) => typeof layer === 'function') ? (layers as readonly Middleware[]) : null
}
