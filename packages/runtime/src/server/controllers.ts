import { exported, exportNames } from '../exported.ts'
import type {
  ActionArguments,
  ControllerModule,
  Controllers,
  DocumentArguments,
  LoadController,
  Middleware,
} from './types.ts'

/** A controller whose module is loaded. */
export interface LoadedController {
  /** @throws TypeError if the module exports no such action */
  readonly action: (name: string) => (args: ActionArguments) => unknown
  /** True if the module exports the action. */
  readonly has: (name: string) => boolean
  readonly middleware: readonly Middleware[]
}

/** The controller `application`, whose module is loaded. */
export interface LoadedApplication {
  readonly middleware: readonly Middleware[]
  /** What makes the documents of pages. */
  readonly document?: (args: DocumentArguments) => unknown
}

/** Finds the controllers of a closed table. */
export interface ControllerTable {
  /** True if there is such a controller. */
  readonly has: (name: string) => boolean
  /** @throws TypeError if there is no such controller; whatever the module throws when it is evaluated */
  readonly controller: (name: string) => LoadedController | Promise<LoadedController>
  readonly application: () => LoadedApplication | Promise<LoadedApplication>
}

/**
 * Loads controllers when they are first asked for. What failed to load is tried again at the next request.
 *
 * @param keep false asks for the module each time, so that a dev server sees what was edited
 */
export function controllerTable(
  controllers: Controllers,
  application: LoadController | undefined,
  keep: boolean,
): ControllerTable {
  const loaded = new Map<string, LoadedController>()
  let known: LoadedApplication | undefined = application === undefined ? { middleware: [] } : undefined
  return {
    has: (name) => Object.hasOwn(controllers, name),
    controller(name) {
      const controller = loaded.get(name)
      if (controller !== undefined) return controller
      if (!Object.hasOwn(controllers, name)) throw new TypeError(`There is no controller \`${name}\`.`)
      return controllers[name]!().then((module) => {
        const has = (action: string) => typeof exported(module, exportNames(action)) === 'function'
        const controller = { action: actionsOf(name, module), has, middleware: middlewareOf(name, module) }
        if (keep) loaded.set(name, controller)
        return controller
      })
    },
    application: () =>
      known ??
      application!().then((module) => {
        const { document } = module
        const loadedApplication = {
          middleware: middlewareOf('application', module),
          ...(typeof document === 'function' && { document: document as LoadedApplication['document'] & object }),
        }
        if (keep) known = loadedApplication
        return loadedApplication
      }),
  }
}

function actionsOf(controller: string, module: ControllerModule): LoadedController['action'] {
  const found = new Map<string, (args: ActionArguments) => unknown>()
  return (name) => {
    let action = found.get(name)
    if (action === undefined) {
      const value = exported(module, exportNames(name))
      if (typeof value !== 'function') {
        throw new TypeError(
          `The controller \`${controller}\` exports no action \`${name}\`. ` +
            `\`turnout generate controller ${controller}\` writes what is missing.`,
        )
      }
      found.set(name, (action = value as (args: ActionArguments) => unknown))
    }
    return action
  }
}

function middlewareOf(controller: string, { middleware = [] }: ControllerModule): readonly Middleware[] {
  if (Array.isArray(middleware) && middleware.every((each) => typeof each === 'function')) return middleware
  throw new TypeError(`\`middleware\` of the controller \`${controller}\` must be an array of functions.`)
}
