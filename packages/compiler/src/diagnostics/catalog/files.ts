import { didYouMean } from '../did-you-mean.ts'
import type { CatalogEntry } from './entry.ts'

/** A route, as messages show it, and files that have its path. */
export interface FilesAtRoute {
  readonly route: string
  readonly files: readonly string[]
}

/** A message names this many files. */
const FILES_SHOWN = 3

function listed(files: readonly string[]): string {
  const shown = files.slice(0, FILES_SHOWN).map((file) => `\`${file}\``)
  const rest = files.length - shown.length
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`
}

/** Where the table and the project's files do not agree. */
export const files = {
  'file-hides-route': {
    severity: 'hint',
    why: 'Files with a hash in their names are served before all routes. Other files are served before routes whose path is nothing but parameters, such as `*path` and `:slug`. No action and no middleware runs for these requests.',
    fix: 'Nothing is wrong if the files should be served. Otherwise rename the files, set `build.assetsDir`, or give the route literal text or a requirement.',
    message: ({ route, files }: FilesAtRoute) =>
      `${listed(files)} ${files.length === 1 ? 'hides' : 'hide'} the route ${route}.`,
  },
  'hidden-helper': {
    severity: 'error',
    canBeLowered: true,
    why: 'The option `clientRoutes` leaves the route out of clients, and this module is built for one. Only servers have the helper.',
    fix: 'Make the link on the server and pass it on, or let clients see the route.',
    message: ({ module, name, known }: { module: string; name: string | null; known: string }) =>
      `\`${name ?? module}\` is not there in clients: \`clientRoutes\` leaves out \`${known}\`.`,
  },
  'no-controllers': {
    severity: 'warning',
    why: 'The option `controllers` names the folder whose files are the controllers. Without it nothing is checked.',
    fix: 'Create the folder, or correct the option. Paths are relative to the project root.',
    message: ({ folder }: { folder: string }) => `There is no folder \`${folder}\`.`,
  },
  'no-document': {
    severity: 'warning',
    why: 'With the options `pages` and `server`, the server answers navigations to pages with a document that loads the client. It is `index.html`, or what `document` of the controller `application` returns.',
    fix: 'Create `index.html`, which Vite builds with the client, or export `document` from the controller `application`. If the server is built before the client, export `document`.',
    message: ({ file }: { file: string }) => `There is no \`${file}\`: no document answers navigations to pages.`,
  },
  'no-pages': {
    severity: 'warning',
    why: 'The option `pages` names the folder whose files are the pages of the client.',
    fix: 'Create the folder, or correct the option. Paths are relative to the project root.',
    message: ({ folder }: { folder: string }) => `There is no folder \`${folder}\`.`,
  },
  'reserved-action': {
    severity: 'error',
    canBeLowered: true,
    why: 'With the option `server`, controllers are imported when a request needs them. `import()` calls an export `then` and waits for it; `middleware` is what stands around the actions; `default` is not a name of an action.',
    fix: "Name the action otherwise: `get('next', { to: 'steps#following' })`.",
    message: ({ controller, action }: { controller: string; action: string }) =>
      `\`${action}\` cannot be an action of the controller \`${controller}\`.`,
  },
  'route-hides-file': {
    severity: 'warning',
    why: 'A route matches the path of the file. The route responds in dev and in production, so that no file bypasses its middleware. The build does not publish the file.',
    fix: 'Rename or move the file, or restrict the route: `format: false` keeps `/photos` from matching `/photos.html`.',
    message: ({ route, files }: FilesAtRoute) => `The route ${route} hides ${listed(files)}.`,
  },
  'server-in-client': {
    severity: 'error',
    why: '`virtual:routes/server` imports the controllers, whose code is for the server: every browser could read it.',
    fix: 'Import it in modules of the server only. `virtual:routes` has `match` and the helpers for both. Move what both need into a module that is not a controller.',
    message: ({ module, importer, environment }: { module: string; importer: string | null; environment: string }) =>
      importer === null
        ? `\`${module}\` is imported in the environment \`${environment}\`, which is a client.`
        : `\`${importer}\` imports \`${module}\` in the environment \`${environment}\`, which is a client.`,
  },
  'pages-not-set': {
    severity: 'error',
    why: '`virtual:routes/pages` loads modules of one folder. The option that names it is not set.',
    fix: "Set it: `turnout({ pages: 'src/pages' })`.",
    message: ({ importer }: { importer: string | null }) =>
      `${importer === null ? '`virtual:routes/pages` is imported' : `\`${importer}\` imports \`virtual:routes/pages\``}, and the option \`pages\` is not set.`,
  },
  'server-not-set': {
    severity: 'error',
    why: '`virtual:routes/server` calls the controllers. The option that says so is not set, so nothing has checked them.',
    fix: "Set it: `turnout({ controllers: 'src/controllers', server: true })`.",
    message: ({ importer }: { importer: string | null }) =>
      `${importer === null ? '`virtual:routes/server` is imported' : `\`${importer}\` imports \`virtual:routes/server\``}, and the option \`server\` is not set.`,
  },
  'server-module-in-client': {
    severity: 'error',
    canBeLowered: true,
    why: 'A module whose name ends with `.server` and its extension is for servers. The bundle of a client that has `match` has the constraints and endpoints of its routes; a function that throws stands in for this one.',
    fix: 'Leave the routes out of clients (`clientRoutes`), call `match` on servers only, or rename the module if clients may have what it holds.',
    message: ({ name, file, routes }: { name: string; file: string; routes: readonly string[] }) => {
      const shown = routes.slice(0, 3).map((route) => `\`${route}\``)
      const rest = routes.length > 3 ? `, and ${routes.length - 3} more` : ''
      const noun = routes.length === 1 ? 'The route' : 'The routes'
      return `${noun} ${shown.join(', ')}${rest} would bring \`${name}\` of \`${file}\` into the bundle of a client.`
    },
  },
  'undrawn-route-file': {
    severity: 'hint',
    why: 'The file lies in a draw path, but no route file draws it: its routes do not exist.',
    fix: "Add `draw('name')` where its routes belong, or remove the file.",
    message: ({ file, name }: { file: string; name: string }) =>
      `\`${file}\` is not drawn: nothing calls \`draw('${name}')\`.`,
  },
  'unknown-action': {
    severity: 'warning',
    why: 'The controller exports nothing of this name, so a request for the route finds nothing to call.',
    fix: 'Export the action from the controller, correct the name, or leave the route out with `only` or `except`. `turnout generate controller photos` writes what is missing. With the option `server`, this fails the build.',
    message: ({ file, action, route, guess }: { file: string; action: string; route: string; guess: string | null }) =>
      `\`${file}\` exports no action \`${action}\`, for \`${route}\`.${didYouMean(guess)}`,
  },
  'unknown-controller': {
    severity: 'warning',
    why: 'There is no such file in the folder of controllers, so a request for the route finds nothing to call.',
    fix: 'Create the controller (`turnout generate controller photos` does), correct the name, or leave the route out. With the option `server`, this fails the build.',
    message: ({ controller, guess, orPages }: { controller: string; guess: string | null; orPages: boolean }) =>
      `There is no controller \`${controller}\`${orPages ? ', and there are no pages for it' : ''}.${didYouMean(guess)}`,
  },
  'unknown-helper': {
    severity: 'error',
    canBeLowered: true,
    why: 'The application takes from `virtual:routes` what the routes do not make. Calling it would throw.',
    fix: 'Correct the name, or declare the route. Helpers are the names of `turnout routes` in camelCase, with `Path` or `Url`; actions are those of the controller.',
    message: ({ module, name, guess }: { module: string; name: string | null; guess: string | null }) =>
      (name === null ? `No route leads to what \`${module}\` stands for.` : `\`${module}\` has no \`${name}\`.`) +
      didYouMean(guess),
  },
  'unknown-page': {
    severity: 'warning',
    why: 'The folder of pages has no page for the route, so a navigation to it finds nothing to show.',
    fix: 'Export the page from the module of the controller (`Show` or `show` of `src/pages/photos.tsx`), or create the component (`src/pages/photos/show.vue`). If another server answers the route, leave it out of clients with `clientRoutes`. With the option `server`, this fails the build.',
    // `page` is `controller#action`, or the controller if it has no pages at all; then `route` is null.
    message: ({
      page,
      route,
      guess,
      orAction,
    }: {
      page: string
      route: string | null
      guess: string | null
      orAction: boolean
    }) =>
      (route === null
        ? `There are no pages for the controller \`${page}\`.`
        : `There is no page${orAction ? ' and no action' : ''} \`${page}\`, for \`${route}\`.`) + didYouMean(guess),
  },
  'unused-action': {
    severity: 'hint',
    why: 'The controller exports the function, but no route leads to it.',
    fix: 'Declare a route for it, or do not export it.',
    message: ({ controller, action }: { controller: string; action: string }) =>
      `No route leads to \`${controller}#${action}\`.`,
  },
  'unused-controller': {
    severity: 'hint',
    why: 'The file lies in the folder of controllers, but no route names the controller.',
    fix: 'Declare a route for it, remove it, or begin the name of the file with `_` if it is not a controller.',
    message: ({ controller }: { controller: string }) => `No route leads to the controller \`${controller}\`.`,
  },
} as const satisfies Record<string, CatalogEntry>
