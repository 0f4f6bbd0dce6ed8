import { exported } from '../exported.ts'
import type { ActionArguments, ControllerModule, Controllers, LoadController, Middleware } from './types.ts'

/** A controller whose module is loaded. */
export interface LoadedController {
  /** @throws TypeError if the module exports no such action */
  readonly action: (name: string) => (args: ActionArguments) => unknown
  readonly middleware: readonly Middleware[]
}

/** Finds the controllers of a closed table. */
export interface ControllerTable {
  /** @throws TypeError if there is no such controller; whatever the module throws when it is evaluated */
  readonly controller: (name: string) => LoadedController | Promise<LoadedController>
  /** The middleware of the application. */
  readonly application: () => readonly Middleware[] | Promise<readonly Middleware[]>
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
  const none: readonly Middleware[] = []
  let around: readonly Middleware[] | undefined = application === undefined ? none : undefined
  return {
    controller(name) {
      const known = loaded.get(name)
      if (known !== undefined) return known
      if (!Object.hasOwn(controllers, name)) throw new TypeError(`There is no controller \`${name}\`.`)
      return controllers[name]!().then((module) => {
        const controller = { action: actionsOf(name, module), middleware: middlewareOf(name, module) }
        if (keep) loaded.set(name, controller)
        return controller
      })
    },
    application: () =>
      around ??
      application!().then((module) => {
        const middleware = middlewareOf('application', module)
        if (keep) around = middleware
        return middleware
      }),
  }
}

function actionsOf(controller: string, module: ControllerModule): LoadedController['action'] {
  const found = new Map<string, (args: ActionArguments) => unknown>()
  return (name) => {
    let action = found.get(name)
    if (action === undefined) {
      const value = exported(module, name)
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
