import { listNames } from '../text.ts'
import { didYouMean } from '../nearest.ts'
import { error, hint, importing, lowerableError, warning } from './entry.ts'

/** A route, as messages show it, and the files with the same path. */
export interface FilesAtRoute {
  readonly route: string
  readonly files: readonly string[]
}

/** The number of files or routes that a message lists. */
const SHOWN = 3

/** Differences between the table and the files of the project. */
export const files = {
  'duplicate-module': error({
    why: 'Routes name controllers and pages in snake_case, and without the extension of the file. So `admin-area/users.ts`, `adminArea/users.ts` and `admin_area/users/index.js` have one name. Turnout could use only one of the files, and the middleware and guards of the others would never run.',
    fix: 'Move the code into one of the files, and remove the others. If a file is no controller and no page, begin its name with `_`.',
    message: ({ name, files }: { name: string; files: readonly string[] }) =>
      `${files.length} files have the name \`${name}\` in routes: ${listNames(files, SHOWN)}.`,
  }),
  'file-hides-route': hint({
    why: 'Files with a hash in their names come before all routes. Other files come before routes whose path consists of parameters only, such as `*path` and `:slug`. No action and no middleware runs for these requests.',
    fix: 'Ignore this hint if the files should come first. Otherwise rename the files, set `build.assetsDir`, or add a static segment or a requirement to the route.',
    message: ({ route, files }: FilesAtRoute) =>
      `${listNames(files, SHOWN)} ${files.length === 1 ? 'hides' : 'hide'} the route ${route}.`,
  }),
  'hidden-helper': lowerableError({
    why: 'The option `clientRoutes` excludes the route from client bundles, and this module is part of one. Only servers have the helper.',
    fix: 'Build the URL on the server and pass it to the client, or include the route in `clientRoutes`.',
    message: ({ module, name, route }: { module: string; name: string | null; route: string }) =>
      `\`${name ?? module}\` is not available in the browser: \`clientRoutes\` excludes \`${route}\`.`,
  }),
  'no-controllers': warning({
    why: 'The option `controllers` names a folder that does not exist, so Turnout cannot check the actions of routes.',
    fix: 'Create the folder, or correct the option. Paths are relative to the project root.',
    message: 'There is no folder `{folder}`.',
  }),
  'no-document': warning({
    why: 'With the options `pages` and `server`, the server responds to navigations with a document that loads the client. The document is `index.html`, or the result of `document` in the controller `application`.',
    fix: 'Create `index.html`, which Vite builds with the client, or export `document` from the controller `application`. If the server is built before the client, export `document`.',
    message: 'There is no `{file}`, so the server has no document for pages.',
  }),
  'no-guard': warning({
    why: 'A module `application` in a folder of controllers guards the namespace of the folder: its export `use` runs before all controllers, mounted apps and redirects of the namespace. Without this export, and for an empty list, every request to the namespace is an error, so that a mistake does not let requests through.',
    fix: 'Export the middleware as `use`: `export const use: Middleware[] = [requireAdmin]`. If the module is no guard, choose another name for it.',
    message: ({ file, controller }: { file: string; controller: string }) =>
      `\`${file}\` exports no middleware as \`use\`, so the namespace \`${controller.replace(/\/application$/, '')}\` has no guard.`,
  }),
  'no-pages': warning({
    why: 'The option `pages` names a folder that does not exist, so the routes have no pages.',
    fix: 'Create the folder, or correct the option. Paths are relative to the project root.',
    message: 'There is no folder `{folder}`.',
  }),
  'reserved-action': lowerableError({
    why: 'With the option `server`, Turnout imports controllers on demand. `import()` calls an export with the name `then` and waits for it, `middleware` contains the middleware of the actions, and `default` is not a named export.',
    fix: "Choose another name for the action: `get('next', { to: 'steps#following' })`.",
    message: '`{action}` cannot be an action of the controller `{controller}`.',
  }),
  'route-hides-file': warning({
    why: 'A route matches the path of the file. In dev and in production, the route comes first, so that the file cannot bypass its middleware. The build does not publish the file.',
    fix: 'Rename or move the file, or restrict the route: `format: false` keeps `/photos` from matching `/photos.html`.',
    message: ({ route, files }: FilesAtRoute) => `The route ${route} hides ${listNames(files, SHOWN)}.`,
  }),
  'server-in-client': error({
    why: '`virtual:routes/server` and controllers contain server code. In a client bundle, every visitor could read this code.',
    fix: 'Import it only in modules of the server. Both sides can import `match` and the helpers from `virtual:routes`. Move other shared code into a module that is not a controller.',
    message: ({ module, importer, environment }: { module: string; importer: string | null; environment: string }) =>
      `${importing(importer, module)} in the environment \`${environment}\`, which is a client.`,
  }),
  'pages-not-set': error({
    why: '`virtual:routes/pages` and `virtual:routes/navigation` load modules from the folder in the option `pages`, and this option is not set.',
    fix: "Set it: `turnout({ pages: 'src/pages' })`.",
    message: ({ module, importer }: { module: string; importer: string | null }) =>
      `${importing(importer, module)}, but the option \`pages\` is not set.`,
  }),
  'server-not-set': error({
    why: '`virtual:routes/server` calls the controllers. Without the option `server`, Turnout neither serves nor checks them.',
    fix: 'Set it: `turnout({ server: true })`.',
    message: ({ importer }: { importer: string | null }) =>
      `${importing(importer, 'virtual:routes/server')}, but the option \`server\` is not set.`,
  }),
  'server-module-in-client': lowerableError({
    why: 'A module named `*.server.*` is for servers only. If a client bundle uses `match`, it contains the constraints and endpoints of its routes. Turnout replaces this function by one that throws an error.',
    fix: 'Exclude the routes with `clientRoutes`, use `match` only on servers, or rename the module if its code can be public.',
    message: ({ name, file, routes }: { name: string; file: string; routes: readonly string[] }) => {
      const noun = routes.length === 1 ? 'The route' : 'The routes'
      return `${noun} ${listNames(routes, SHOWN)} would add \`${name}\` of \`${file}\` to a client bundle.`
    },
  }),
  'unbundled-package': lowerableError({
    why: 'A server imports most packages from `node_modules` instead of bundling them, and Node cannot import `virtual:routes`.',
    fix: "Add `ssr: { noExternal: ['album'] }` to the config of Vite. A package that lists `vite-plugin-turnout` in its `peerDependencies` is bundled without this line.",
    message: ({ packages }: { packages: readonly string[] }) =>
      packages.length === 1
        ? `The package \`${packages[0]}\` imports \`virtual:routes\`, and the server's bundle does not contain this package.`
        : `The packages ${listNames(packages, SHOWN)} import \`virtual:routes\`, and the server's bundle does not contain them.`,
  }),
  'undrawn-route-file': hint({
    why: 'The file is in a folder of `drawPaths`, but no route file draws it, so its routes do not exist.',
    fix: "Add `draw('name')` to a route file, or remove the file.",
    message: "No route file draws `{file}` with `draw('{name}')`.",
  }),
  'unknown-action': warning({
    why: 'The controller does not export the action, so requests for the route fail.',
    fix: 'Export the action from the controller, correct the name, or exclude the route with `only` or `except`. `turnout generate controller photos` writes missing actions. With the option `server`, this problem fails the build.',
    message: ({
      file,
      action,
      route,
      suggestion,
      others,
    }: {
      file: string
      action: string
      route: string
      suggestion: string | null
      /** Further missing actions of the same call. */
      others: readonly string[]
    }) => {
      const also =
        others.length === 0 ? '' : ` These actions of the same call are missing too: ${listNames(others, 8)}.`
      return `\`${file}\` does not export the action \`${action}\` of \`${route}\`.${didYouMean(suggestion)}${also}`
    },
  }),
  'unknown-controller': warning({
    why: 'The folder of controllers does not contain the file, so requests for the route fail.',
    fix: 'Create the controller, for example with `turnout generate controller photos`, correct the name, or remove the route. With the option `server`, this problem fails the build.',
    message: ({
      controller,
      suggestion,
      orPages,
    }: {
      controller: string
      suggestion: string | null
      orPages: boolean
    }) =>
      `There is no controller \`${controller}\`${orPages ? ', and there are no pages for it' : ''}.${didYouMean(suggestion)}`,
  }),
  'unknown-helper': lowerableError({
    why: 'The application imports a helper or an action that the routes do not have. A call would throw an error.',
    fix: 'Correct the name, or declare the route. The name of a helper is the name of the route in `turnout routes`, in camelCase, with `Path` or `Url` at its end. The names of actions are those of the controller.',
    message: ({
      module,
      name,
      suggestion,
      newName = null,
    }: {
      module: string
      name: string | null
      suggestion: string | null
      newName?: string | null
    }) => {
      const hint =
        name === 'manifest' ? ` Write \`import manifest from '${module}/manifest'\`.` : didYouMean(suggestion)
      return (
        (name === null ? `No route has an action of \`${module}\`.` : `\`${module}\` does not export \`${name}\`.`) +
        (newName === null ? hint : ` It is \`${newName}\` now.`)
      )
    },
  }),
  'unknown-page': warning({
    why: 'The folder of pages contains no page for the route, so the browser has nothing to show.',
    fix: 'Export the page from the module of the controller (`Show` or `show` of `src/pages/photos.tsx`), or create the component (`src/pages/photos/show.vue`). If another server handles the route, exclude it with `clientRoutes`. With the option `server`, this problem fails the build.',
    // `page` is `controller#action`, or the controller if it has no pages at all; then `route` is null.
    message: ({
      page,
      route,
      suggestion,
      orAction,
    }: {
      page: string
      route: string | null
      suggestion: string | null
      orAction: boolean
    }) =>
      (route === null
        ? `There are no pages for the controller \`${page}\`.`
        : `The route \`${route}\` has no page${orAction ? ' and no action' : ''} \`${page}\`.`) +
      didYouMean(suggestion),
  }),
  'unused-action': hint({
    why: 'The controller exports the function, but no route has this action.',
    fix: 'Declare a route for the action, or remove the export.',
    message: 'No route has the action `{controller}#{action}`.',
  }),
  'unused-controller': hint({
    why: 'The file is in the folder of controllers, but no route uses the controller.',
    fix: 'Declare a route for the controller, or remove the file. If the file is not a controller, begin its name with `_`.',
    message: 'No route uses the controller `{controller}`.',
  }),
  'unused-load': warning({
    why: 'A file such as `photos.load.ts` contains `load` and `search` of the page next to it: `photos.tsx`, or components in the folder `photos`. Then Turnout reads these exports from no other file of the page.',
    fix: 'Move `load` and `search` into the load file, and give it the name of its page.',
    // Without `name`, the load file has no page.
    message: ({ file, name, by }: { file: string; name: string | null; by: string | null }) =>
      name === null
        ? `There is no page next to \`${file}\`.`
        : `\`${name}\` of \`${file}\` has no effect, because \`${by}\` exists.`,
  }),
}
