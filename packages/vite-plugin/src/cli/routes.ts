import { printManifest, type Manifest } from '@turnout/compiler'
import { defineCommand, projectOptions, UsageError } from './command.ts'
import { filterRoutes, formatRoutes, noRoutes, type RouteFilter } from './format-routes.ts'
import { readTable } from './problems.ts'

/** `turnout routes`: the route table. */
export const routes = defineCommand({
  name: 'routes',
  summary: 'Print the route table.',
  options: {
    controller: {
      type: 'string',
      short: 'c',
      value: 'name',
      help: 'Only the routes of a controller: photos, admin/photos, Admin::PhotosController.',
    },
    grep: {
      type: 'string',
      short: 'g',
      value: 'pattern',
      help: 'Only the routes whose name, verb, path, controller or action matches a regular expression, or that match a path.',
    },
    expanded: { type: 'boolean', short: 'E', help: 'One block for each route, with its place in the route file.' },
    json: { type: 'boolean', help: 'The routes as they stand in the manifest.' },
    ...projectOptions,
  },
  examples: [
    ['turnout routes -c photos', 'What the photos controller answers.'],
    ['turnout routes -g /photos/7', 'The routes that match a path. `turnout explain` says which one answers.'],
  ],
  exitCodes: { 0: 'The table was printed.', 1: 'The route files have errors.' },
  async run({ controller, grep, expanded, json, ...project }, _positionals, host) {
    const outcome = await readTable(await host.loadProject(project), host)
    if (outcome === null) return 1
    const { manifest } = outcome
    const filter = { ...(controller !== undefined && { controller }), ...(grep !== undefined && { grep }) }
    const shown = filtered(manifest, filter)
    if (json === true) host.out(printManifest({ ...manifest, routes: shown }).trimEnd())
    else if (shown.length === 0) host.out(noRoutes(manifest.routes.length, filter))
    else {
      const { columns: width, style } = host
      host.out(
        formatRoutes(shown, { expanded: expanded ?? false, style: style.out, ...(width !== undefined && { width }) }),
      )
    }
    return 0
  },
})

function filtered(manifest: Manifest, filter: RouteFilter): Manifest['routes'] {
  try {
    return filterRoutes(manifest.routes, filter)
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${error.message}.`)
    throw error
  }
}
