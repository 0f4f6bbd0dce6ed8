// The options of the plugin: their types, checks and defaults.
import type { CompileOptions } from '@turnout/compiler'
import { didYouMean, MANIFEST_FILE, nearest } from '@turnout/compiler/internal'
import type { ExportName } from './packages.ts'

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
   * Further files that a build writes: for the name of an export, a path in the output folder. To merge the operations of
   * OpenAPI into your own document: `openapi: { file: 'openapi.json', base: 'docs/openapi.json' }`. Default: none.
   */
  exports?: BuildExports
  /** Prints the route table when the dev server starts. Default: false. */
  printRoutes?: boolean
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
export interface BuildExports extends Partial<Record<Exclude<ExportName, 'openapi'>, string>> {
  openapi?: string | { file: string; base: string }
}

/** The formats of exports, for the command and the option. The package that writes them is loaded only when it is needed. */
export const EXPORTS = ['openapi', 'rou3', 'urlpattern', 'dot', 'svg'] as const satisfies readonly ExportName[]

/** A file that a build writes. */
interface BuildExport {
  readonly name: ExportName
  /** Relative to the output folder. */
  readonly file: string
  /** The document into which the operations of OpenAPI are merged, relative to the root. */
  readonly base: string | null
}

/** The consumer of an environment of Vite. */
export type Consumer = 'client' | 'server'

/** The options with all defaults. No other code applies defaults. */
export interface ResolvedOptions {
  readonly routes: string | null
  readonly drawPaths: readonly string[] | null
  /** True for Vite's base; null if the option is not set. */
  readonly base: boolean | string | null
  readonly controllers: string | null
  /** `entry` is null if Turnout searches for it. */
  readonly pages: string | null
  readonly server: { readonly entry: string | null; readonly trustedOrigins: readonly string[] } | null
  readonly types: string | null
  /** Null if a build writes none. */
  readonly manifest: string | null
  /** True if a build writes the manifest to the output folder of a client, too. */
  readonly isManifestPublic: boolean
  readonly inspector: boolean
  readonly devBar: boolean
  readonly exports: readonly BuildExport[]
  readonly printRoutes: boolean
  /** The options of the compiler and the emitters. */
  readonly compile: CompileOptions
}

interface OptionRule {
  readonly description: string
  readonly accepts: (value: unknown) => boolean
}

const TEXT: OptionRule = { description: 'a string', accepts: (value) => typeof value === 'string' }
/** Another file would be one of the application's own. */
const DECLARATIONS: OptionRule = {
  description: 'a path that ends with `.d.ts`, or false',
  accepts: (value) => value === false || (typeof value === 'string' && /[^/\\]\.d\.[mc]?ts$/.test(value)),
}
/** No path that leaves the output folder, or that a bundler writes in another way. */
function isAssetPath(value: unknown): value is string {
  return typeof value === 'string' && value.split('/').every((part) => /^(?!\.{1,2}$)[^\\:*?"<>|\p{Cc}]+$/u.test(part))
}
const ASSET: OptionRule = {
  description: 'a path in the output folder that ends with `.json`, or false',
  accepts: (value) => value === false || (isAssetPath(value) && /[^/]\.json$/.test(value)),
}
const BUILD_EXPORTS: OptionRule = {
  description: `an object of paths in the output folder, by ${EXPORTS.map((name) => `\`${name}\``).join(', ')}`,
  accepts: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([name, file]) =>
        EXPORTS.includes(name as ExportName) &&
        (file === undefined || isAssetPath(file) || (name === 'openapi' && isMerged(file))),
    ),
}

function isMerged(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { file, base, ...unknownFields } = value as Record<string, unknown>
  return isAssetPath(file) && typeof base === 'string' && Object.keys(unknownFields).length === 0
}

function isServerOption(value: unknown): boolean {
  if (typeof value === 'boolean' || isEntry(value)) return true
  if (typeof value !== 'object' || value === null) return false
  const { entry, trustedOrigins, ...unknownFields } = value as Record<string, unknown>
  return (
    (entry === undefined || isEntry(entry)) &&
    (trustedOrigins === undefined || (Array.isArray(trustedOrigins) && trustedOrigins.every(isTrustedOrigin))) &&
    Object.keys(unknownFields).length === 0
  )
}

const isEntry = (value: unknown) => typeof value === 'string' && value !== ''

/** True for an origin in the form that browsers send. Any other form would never match. */
function isTrustedOrigin(value: unknown): boolean {
  return value === '*' || (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value)
}
const SWITCH: OptionRule = { description: 'true or false', accepts: (value) => typeof value === 'boolean' }

/** Every option with its allowed values, so that a typo is an error. The type ensures that no option is missing. */
const OPTION_RULES: Readonly<Record<keyof TurnoutOptions, OptionRule>> = {
  routes: TEXT,
  // A separate diagnostic reports invalid paths.
  base: {
    description: 'true, false, or a path',
    accepts: (value) => typeof value === 'boolean' || typeof value === 'string',
  },
  drawPaths: {
    description: 'a string or an array of strings',
    accepts: (value) => (Array.isArray(value) ? value.every(TEXT.accepts) : TEXT.accepts(value)),
  },
  controllers: TEXT,
  pages: TEXT,
  server: {
    description:
      'true, false, the path of a module, or an object of `entry`, such a path, and `trustedOrigins`, an array of ' +
      "origins without a path: ['https://pay.example.com']",
    accepts: isServerOption,
  },
  types: DECLARATIONS,
  manifest: ASSET,
  inspector: SWITCH,
  devBar: SWITCH,
  exports: BUILD_EXPORTS,
  printRoutes: SWITCH,
  apiOnly: SWITCH,
  pathNames: {
    description: 'an object of strings',
    accepts: (value) => typeof value === 'object' && value !== null && Object.values(value).every(TEXT.accepts),
  },
  rails: { description: "'8.1' or '7.2'", accepts: (value) => value === '8.1' || value === '7.2' },
  inflections: { description: 'a function', accepts: (value) => typeof value === 'function' },
  urlDefaults: {
    description: 'an array of strings',
    accepts: (value) => Array.isArray(value) && value.every(TEXT.accepts),
  },
  helpers: {
    description: "'camelCase' or 'snake_case'",
    accepts: (value) => value === 'camelCase' || value === 'snake_case',
  },
  paramNames: {
    description: "'snake_case' or 'camelCase'",
    accepts: (value) => value === 'camelCase' || value === 'snake_case',
  },
  // Separate diagnostics report invalid values of these options.
  clientRoutes: { description: 'an object', accepts: () => true },
  severities: { description: 'an object', accepts: () => true },
}

/**
 * Fills in the defaults.
 *
 * @throws TypeError if there is no such option, its value is of another kind, or it needs another option
 */
export function resolveOptions(options: TurnoutOptions): ResolvedOptions {
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(OPTION_RULES, name)) {
      const { description, accepts } = OPTION_RULES[name as keyof TurnoutOptions]
      if (value === undefined || accepts(value)) continue
      throw new TypeError(`The option \`${name}\` of \`turnout()\` must be ${description}.`)
    }
    const nearestOption = nearest(name, Object.keys(OPTION_RULES))
    throw new TypeError(`\`turnout()\` has no option \`${name}\`.${didYouMean(nearestOption)}`)
  }
  const {
    routes,
    base = null,
    drawPaths,
    controllers,
    pages,
    server = false,
    types,
    manifest,
    exports,
    inspector = true,
    devBar = false,
    printRoutes,
    ...compile
  } = options
  if (devBar && (server === false || !inspector)) {
    throw new TypeError('The option `devBar` of `turnout()` needs the option `server`, and the inspector.')
  }
  return {
    routes: routes ?? null,
    base,
    drawPaths: drawPaths === undefined ? null : typeof drawPaths === 'string' ? [drawPaths] : [...drawPaths],
    controllers: controllers ?? (server === false ? null : 'src/controllers'),
    pages: pages ?? null,
    server: resolveServer(server),
    types: types === false ? null : (types ?? 'virtual-routes.d.ts'),
    manifest: manifest === false ? null : (manifest ?? MANIFEST_FILE),
    isManifestPublic: typeof manifest === 'string',
    inspector,
    devBar,
    exports: EXPORTS.flatMap((name) => {
      const target = exports?.[name]
      if (target === undefined) return []
      return [typeof target === 'string' ? { name, file: target, base: null } : { name, ...target }]
    }),
    printRoutes: printRoutes ?? false,
    compile,
  }
}

function resolveServer(server: NonNullable<TurnoutOptions['server']>): ResolvedOptions['server'] {
  if (server === false) return null
  const { entry = null, trustedOrigins = [] } =
    server === true ? {} : typeof server === 'string' ? { entry: server } : server
  return { entry, trustedOrigins: [...trustedOrigins] }
}
