// Loads the modules of controllers, and finds their actions and middleware.
import { exported, exportNames } from '@turnout/runtime'
import type {
  ActionArguments,
  ControllerModule,
  Controllers,
  DocumentArguments,
  ErrorArguments,
  LoadController,
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

/** Finds the controllers of a closed table. */
export interface ControllerTable {
  /** True if there is such a controller. */
  readonly has: (name: string) => boolean
  /** @throws TypeError if there is no such controller; also rejects with the errors of evaluating the module */
  readonly controller: (name: string) => LoadedController | Promise<LoadedController>
  readonly application: () => LoadedApplication | Promise<LoadedApplication>
}

/**
 * Loads each controller when it is first needed. If loading fails, the next request tries again.
 *
 * @param keep false imports the module for each request, so that a dev server uses edited modules
 */
export function controllerTable(
  controllers: Controllers,
  application: LoadController | undefined,
  keep: boolean,
): ControllerTable {
  const loaded = new Map<string, LoadedController>()
  let keptApplication: LoadedApplication | undefined = application === undefined ? { middleware: [] } : undefined
  return {
    has: (name) => Object.hasOwn(controllers, name),
    controller(name) {
      const controller = loaded.get(name)
      if (controller !== undefined) return controller
      if (!Object.hasOwn(controllers, name))
        throw new TypeError(`There is no controller \`${name}\`. \`turnout generate controller ${name}\` writes it.`)
      return controllers[name]!().then((module) => {
        const hasAction = (action: string) => typeof exported(module, exportNames(action)) === 'function'
        const controller = { action: actionsOf(name, module), has: hasAction, middleware: middlewareOf(name, module) }
        if (keep) loaded.set(name, controller)
        return controller
      })
    },
    application: () =>
      keptApplication ??
      application!().then((module) => {
        const { document, notFound, onError } = module
        const loadedApplication = {
          middleware: middlewareOf('application', module),
          ...(typeof document === 'function' && { document: document as LoadedApplication['document'] & object }),
          ...(typeof notFound === 'function' && { notFound: notFound as LoadedApplication['notFound'] & object }),
          ...(typeof onError === 'function' && { onError: onError as LoadedApplication['onError'] & object }),
        }
        if (keep) keptApplication = loadedApplication
        return loadedApplication
      }),
  }
}

function actionsOf(controller: string, module: ControllerModule): LoadedController['action'] {
  const actionsByName = new Map<string, (args: ActionArguments) => unknown>()
  return (name) => {
    let action = actionsByName.get(name)
    if (action === undefined) {
      const value = exported(module, exportNames(name))
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
  if (Array.isArray(middleware) && middleware.every((layer) => typeof layer === 'function')) return middleware
  throw new TypeError(`\`middleware\` of the controller \`${controller}\` must be an array of functions.`)
}
