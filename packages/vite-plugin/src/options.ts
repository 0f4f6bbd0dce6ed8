// The types of the plugin's options. `resolve-options.ts` checks their values, and fills in the defaults.
import type { CompileOptions } from '@turnout/compiler'
import type { LinkOptions, RouterName } from './packages.ts'

/** The options of `turnout()`. All are optional. Paths are relative to the project root. */
export interface TurnoutOptions extends Omit<CompileOptions, 'base'> {
  /**
   * The path under which the application is served: `/app`. Helpers prepend it, and `match` strips it. True uses Vite's
   * `base`. Default: false, no base path.
   */
  base?: boolean | string
  /**
   * The entry route file, or the JSON of a Rails server: `config/routes.json`. Default: `config/routes`, `src/routes` or
   * `routes`, with the ending `.ts`, `.mts`, `.js` or `.mjs`.
   */
  routes?: string
  /** The folders that `draw` searches, in order. Default: the folder next to the entry with the same base name. */
  drawPaths?: string | readonly string[]
  /**
   * The folder of the controllers. Turnout reports routes whose action no file in it exports. Default: `src/controllers` with
   * the option `server`, otherwise none.
   */
  controllers?: string
  /**
   * Serves the routes: `virtual:routes/server` exports `dispatch`, dev servers respond with it, and `vite build` builds a
   * client and a server. A string names the module that receives requests. True uses `src/server` if it exists, otherwise
   * `virtual:routes/server`. Default: false.
   */
  server?: boolean | string | ServerSettings
  /**
   * The folder of the client's pages, such as `src/pages`. `virtual:routes/pages` loads the exports of its files. Default:
   * none.
   */
  pages?: string
  /**
   * The router that draws the pages: `virtual:routes/react-router` or `virtual:routes/vue-router` exports its routes. It
   * needs `pages`. Default: none.
   */
  router?: RouterName
  /** The `.d.ts` file for the declarations of `virtual:routes`; false writes none. Default: `virtual-routes.d.ts`. */
  types?: string | false
  /**
   * The file of the manifest, as a path in the output folder that ends with `.json`; false writes none. Default:
   * `.vite/routes-manifest.json` for a server. A build of a client writes none, because its output may be published.
   */
  manifest?: string | false
  /** Serves the inspector at `/__turnout/` on dev servers. Default: true. */
  inspector?: boolean
  /**
   * Adds a bar to the pages that the dev server shows: the route that handled the request, its line, and a link to the
   * inspector. It needs `server` and the inspector. Default: false.
   */
  devBar?: boolean
  /**
   * Further files that a build writes: for the name of an export, a path in the output folder. To add the operations of
   * OpenAPI to your own document: `openapi: { file: 'openapi.json', base: 'docs/openapi.json' }`. Default: none.
   */
  exports?: BuildExports
  /**
   * Reports dead links in the code of the application, as warnings of builds and, for each file that you change, of the
   * dev server. It needs the package `@turnout/links`. The options are those of `turnout links`. Default: false.
   */
  links?: boolean | LinkOptions
}

/** Settings of an application that serves its routes. */
export interface ServerSettings {
  /** The module that receives requests. Default: `src/server`, or `virtual:routes/server` itself if there is none. */
  entry?: string
  /**
   * Origins whose pages can send forms to this application, such as `https://pay.example.com`. All other cross-site forms
   * get 403. `*` allows all origins. Default: none.
   */
  trustedOrigins?: readonly string[]
}

/** The files that a build writes in addition to the manifest. */
export interface BuildExports {
  openapi?: string | { file: string; base: string }
}

/** The consumer of an environment of Vite. */
export type Consumer = 'client' | 'server'

/** The checked options with their defaults. Null means that the option is not set or turned off. */
export interface ResolvedOptions {
  readonly routes: string | null
  readonly drawPaths: readonly string[] | null
  /** True: Vite's base. A string: this path. False: no base. Null: not set. */
  readonly base: boolean | string | null
  readonly controllers: string | null
  readonly pages: string | null
  readonly router: RouterName | null
  /** `entry` is null if Turnout searches for the module. */
  readonly server: { readonly entry: string | null; readonly trustedOrigins: readonly string[] } | null
  readonly types: string | null
  /** Null if a build writes none. */
  readonly manifest: string | null
  /** True if a build writes the manifest to the output folder of a client, too. */
  readonly isManifestPublic: boolean
  readonly inspector: boolean
  readonly devBar: boolean
  /** The OpenAPI document that a build writes to the output folder, and the document, relative to the root, to merge it into. */
  readonly openapi: { readonly file: string; readonly base: string | null } | null
  readonly links: LinkOptions
  /** True if builds and dev servers report dead links, too. */
  readonly reportsLinks: boolean
  /** The options of the compiler and the emitters. */
  readonly compile: CompileOptions
}
