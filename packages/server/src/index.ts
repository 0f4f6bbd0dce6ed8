// The code for server bundles: it dispatches requests to controllers and apps, and validates their input by contracts.
// `virtual:routes/server` exports these functions to applications.
export { preferredType, type PreferredType } from './accept.ts'
export { action, type Contract } from './contracts/action.ts'
export type {
  AnyPart,
  AnyResponses,
  AnySchema,
  ContextWith,
  ContractAction,
  ContractArguments,
  ContractOptions,
  DefineAction,
  InputOf,
  InvalidArguments,
  OutputOf,
  PartInput,
} from './contracts/contract-types.ts'
export type { InputPart, InvalidStatus, Issue } from './contracts/problem.ts'
export { typeOnly, type StandardSchema } from './contracts/standard-schema.ts'
export { isCrossOrigin } from './cross-site.ts'
export { defineDevServer, defineServer, type ServerOptions } from './define-server.ts'
export { createDispatch } from './dispatch.ts'
export { errorResponse } from './error-response.ts'
export { byteRange, serveFiles, type FileList, type FileMiddleware, type FileReader } from './files.ts'
export { HANDLED_HEADER, matchOfError, readMatch, reportMatch, type HandledMatch } from './handled-match.ts'
export { handleThrownPromise } from './log-error.ts'
export { methodOverride } from './method-override.ts'
export { isUnreadableUpgrade, waitForTurn, watchBody } from './node-host.ts'
export { createPageResponses } from './page-responses.ts'
export { sendInProcess } from './rendering.ts'
export { isHost, refuseInvalidHosts } from './request-target.ts'
export { changeableResponse, usedBody } from './response-of.ts'
export {
  DEFAULT_RESPONSE_HEADER,
  type ActionArguments,
  type ControllerModule,
  type Controllers,
  type Dispatch,
  type DispatchOptions,
  type DocumentArguments,
  type ErrorArguments,
  type LoadController,
  type Middleware,
  type MiddlewareArguments,
  type NotFoundArguments,
  type RouteTable,
} from './types.ts'
