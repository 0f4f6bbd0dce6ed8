// Calls an action of a controller, and checks that it returns a response.
import type { LoadedController } from './controllers.ts'
import { callMiddleware } from './middleware.ts'
import { responseOf } from './response-of.ts'
import type { ActionArguments, MaybePromise } from './types.ts'

/** Calls the action of a loaded controller, wrapped by its middleware. */
export function callAction(
  { middleware, action: actionNamed }: LoadedController,
  args: ActionArguments,
  controller: string,
  actionName: string,
): MaybePromise<Response> {
  const action = actionNamed(actionName)
  const respond = () => actionResponse(action(args), controller, actionName)
  return middleware.length === 0
    ? respond()
    : callMiddleware(middleware, args, respond, `the controller \`${controller}\``)
}

/** Returns the response of an action. It formats the error message only if the value is not a response. */
export function actionResponse(value: unknown, controller: string, action: string): MaybePromise<Response> {
  return value instanceof Response ? value : awaitedResponse(value, controller, action)
}

async function awaitedResponse(value: unknown, controller: string, action: string): Promise<Response> {
  const response = await value
  return response instanceof Response ? response : responseOf(response, `\`${controller}#${action}\``)
}
