/**
 * Routes of a Rails server, from the JSON that its rake task (`turnout.rake`) writes. Ruby is never started, and no file is
 * read except by `staleSources`.
 */
export { compileRails, type RailsFile } from './compile-rails.ts'
export { importRails, type ImportedRoutes } from './import/import-routes.ts'
export { staleSources, type RailsProject } from './stale-rails.ts'
