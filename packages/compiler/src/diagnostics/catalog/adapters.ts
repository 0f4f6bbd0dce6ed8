import { error, hint, importing, lowerableError, warning } from './entry.ts'

/** Routes that another router draws: the option `router`. */
export const adapters = {
  'layout-without-outlet': warning({
    why: 'The router draws a page at the place that its layout leaves for it. Without one, the layout hides all of its pages.',
    fix: 'Draw `children` or `<Outlet />` in React, and `<slot />` or `<RouterView />` in Vue.',
    message: 'The layout in `{file}` leaves no place for the page that {router} draws inside it.',
  }),
  'other-route-wins': lowerableError({
    why: 'The table chooses the first declared route. React Router and vue-router choose by the form of the path, and know no requirements and conditions. The page is not found if they disagree.',
    fix: 'Declare the route that shall win first, or change one of the paths, so that no path matches both.',
    message: 'For `{path}`, the table chooses {route}, and {router} chooses {winner}. {change}.',
  }),
  'reserved-page-name': lowerableError({
    why: 'A module of pages exports settings for its router next to its pages, such as `loader`. An export cannot be both.',
    fix: 'Export the page in PascalCase, or rename the action.',
    message: 'The page of `{page}` has the name of a setting for {router}: `{name}`.',
  }),
  'router-not-set': error({
    why: '`virtual:routes/react-router` and `virtual:routes/vue-router` need the options `pages` and `router`, by which Turnout checks the routes for the router.',
    fix: "Set both: `turnout({ pages: 'src/pages', router: 'react-router' })`.",
    message: ({ module, importer }: { module: string; importer: string | null }) =>
      `${importing(importer, module)}, but the options do not name this router.`,
  }),
  'uncompared-routes': hint({
    why: 'The comparison of the two routes takes too many steps, or a requirement looks around. The page is not found for a path on which the routers disagree.',
    fix: 'Test the paths of both routes, or simplify their requirements.',
    message: 'Turnout cannot prove that {router} chooses {route} and not {winner} for the paths of both.',
  }),
  'unsupported-router': lowerableError({
    why: 'The order in which a router tries its routes may change with its major version.',
    fix: 'Install a version that Turnout supports.',
    message: 'The option `router` needs `{router}` {versions}, and the project has {version}.',
  }),
}
