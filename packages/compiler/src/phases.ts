/**
 * `@turnout/compiler/phases`: the phases of a compilation, one by one, for packages that make route tables of other
 * sources. It may change with any version, as `internal` may.
 */
export { evaluate } from './phases/1-evaluate/evaluate.ts'
export { checkPath } from './phases/2-expand/check-path.ts'
export { checkSizes } from './phases/2-expand/check-size.ts'
export { expand } from './phases/2-expand/expand.ts'
export { makeInflector } from './phases/2-expand/inflect.ts'
export { isRequestAttribute } from './phases/2-expand/request-attributes.ts'
export { freezeCondition, freezeDefault, freezeRequirement } from './phases/2-expand/requirement.ts'
export { freeze } from './phases/3-freeze/freeze.ts'
export { freezeRedirect } from './phases/3-freeze/freeze-redirect.ts'
export { analyse } from './phases/4-analyse/analyse.ts'
export { tooLargeExpressions } from './phases/4-analyse/report-unsupported-requirements.ts'
export { RedirectTarget, type Route } from './route.ts'
