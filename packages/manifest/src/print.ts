/**
 * `@turnout/manifest/print`: routes, explanations and differences in words, for terminals and pages. It may change with any
 * version, as `internal` may.
 */
export {
  actionOf,
  controllerOf,
  describeCallable,
  describeEndpoint,
  describeEntries,
  describePlace,
  describeRoute,
  describeValue,
  verbOf,
} from './print/describe.ts'
export { describeBreak, describeChanges, describeHelper, summaryOf } from './print/difference.ts'
export { isNear, isSure, nearest, onlyIf, reasonOf } from './print/misses.ts'
export { typedRequest } from './print/typed-request.ts'
export { CONTROLLER_COLOURS, controllerHues, METHOD_COLOURS, PAGE_COLOURS, toneOf } from './print/palette.ts'
export type { Colour, MethodTone } from './print/palette.ts'
