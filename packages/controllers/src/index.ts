/**
 * The modules of controllers and pages: their names in routes, and their exports, read without running them. Our own packages
 * use it; it may change with any version.
 */

// Files, by their names in routes.
export { isController, isControllerOnDisk, isPage, modulesIn, pagesIn } from './names.ts'

// The exports of files.
export { ControllerReader } from './controller-reader.ts'
export { findContracts } from './find-contracts.ts'
export { parseModule } from './parse-module.ts'
