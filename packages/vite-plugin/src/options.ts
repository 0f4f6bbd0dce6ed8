import type { CompileOptions } from '@turnout/compiler'
import { didYouMean, EXPORTS, MANIFEST_FILE, nearest } from '@turnout/compiler/internal'

/** The options of `turnout()`. All are optional. Paths are relative to the project root. */
export interface TurnoutOptions extends Omit<CompileOptions, 'base'> {
  /**
   * The path under which the application is served: `/app`. Helpers put it in front, `match` takes it off. True takes
   * Vite's `base`. Default: false, nothing.
   */
  base?: boolean | string
  /**
   * The entry route file, or what a Rails server has printed: `config/routes.json`. Default: `config/routes`, `src/routes`
   * or `routes`, as `.ts`, `.mts`, `.js` or `.mjs`.
   */
  routes?: string
  /** The folders in which `draw` looks, in order. Default: the folder beside the entry that has its base name. */
  drawPaths?: string | readonly string[]
  /**
   * The folder of the controllers, such as `src/controllers`. What routes lead to is then compared with what its files
   * export. Default: nothing is compared.
   */
  controllers?: string
  /**
   * Serve what routes lead to: `virtual:routes/server` exports `dispatch`, dev servers answer requests with it, and
   * `vite build` builds client and server. `controllers` is then `src/controllers` by default. A string names the module
   * that requests are given to; true takes `src/server`, and where there is none `virtual:routes/server` itself. Default:
   * false.
   */
  server?: boolean | string | ServerSettings
  /**
   * The folder of the client's pages, such as `src/pages`: `virtual:routes/pages` loads what its files export for the
   * routes that clients see. Default: none.
   */
  pages?: string
  /** The `.d.ts` file that the declarations of `virtual:routes` are written to; false writes none. Default: `virtual-routes.d.ts`. */
  types?: string | false
  /**
   * Where a build writes the manifest, as a path in its output folder that ends with `.json`; false writes none. Default:
   * `.vite/routes-manifest.json` in the output folder of a server, and none in that of a client, which may be published.
   */
  manifest?: string | false
  /** Serve the page that shows the routes, `/__turnout/`, on dev servers. Default: true. */
  inspector?: boolean
  /**
   * What else a build makes of the routes: by the name of an export, a path in its output folder. The operations of
   * OpenAPI can be put into a document of the project: `openapi: { file: 'openapi.json', base: 'docs/openapi.json' }`.
   * Default: nothing.
   */
  exports?: BuildExports
  /** Print the route table when the dev server starts. Default: false. */
  printRoutes?: boolean
}

/** Settings of an application that serves its routes. */
export interface ServerSettings {
  /** The module that receives requests. Default: `src/server`, or `virtual:routes/server` itself if there is none. */
  entry?: string
  /**
   * Origins whose pages may send forms to this application, such as `https://pay.example.com`: all other cross-site forms
   * are 403. `*` stands for all. Default: none.
   */
  trustedOrigins?: readonly string[]
}

/** What a build makes of the routes, beside the manifest. */
export interface BuildExports extends Partial<Record<Exclude<ExportName, 'openapi'>, string>> {
  openapi?: string | { file: string; base: string }
}

/** The name of an export, as the command and the option have it. */
export type ExportName = (typeof EXPORTS)[number]

/** A file that a build makes of the routes. */
interface BuildExport {
  readonly name: ExportName
  /** In the output folder. */
  readonly file: string
  /** The document that OpenAPI's operations are put into, relative to the root. */
  readonly base: string | null
}

/** Whom an environment of Vite builds for. */
export type Consumer = 'client' | 'server'

/** The options with every default filled in; past this door nothing asks for a default again. */
export interface ResolvedOptions {
  readonly routes: string | null
  readonly drawPaths: readonly string[] | null
  /** True: what Vite has; null: not said. */
  readonly base: boolean | string | null
  readonly controllers: string | null
  /** `entry` is null where it is to be looked for. */
  readonly pages: string | null
  readonly server: { readonly entry: string | null; readonly trustedOrigins: readonly string[] } | null
  readonly types: string | null
  /** Null: a build writes none. */
  readonly manifest: string | null
  /** True if a build writes the manifest to the output folder of a client, too. */
  readonly isManifestPublic: boolean
  readonly inspector: boolean
  readonly exports: readonly BuildExport[]
  readonly printRoutes: boolean
  /** What the compiler and the emitters take. */
  readonly compile: CompileOptions
}

interface Kind {
  readonly is: string
  readonly has: (value: unknown) => boolean
}

const TEXT: Kind = { is: 'a string', has: (value) => typeof value === 'string' }
/** Another file would be one of the application's own. */
const DECLARATIONS: Kind = {
  is: 'a path that ends with `.d.ts`, or false',
  has: (value) => value === false || (typeof value === 'string' && /[^/\\]\.d\.[mc]?ts$/.test(value)),
}
/** No path that leaves the output folder, or that a bundler writes in another way. */
function isAssetPath(value: unknown): value is string {
  return typeof value === 'string' && value.split('/').every((part) => /^(?!\.{1,2}$)[^\\:*?"<>|\p{Cc}]+$/u.test(part))
}
const ASSET: Kind = {
  is: 'a path in the output folder that ends with `.json`, or false',
  has: (value) => value === false || (isAssetPath(value) && /[^/]\.json$/.test(value)),
}
const BUILD_EXPORTS: Kind = {
  is: `an object of paths in the output folder, by ${EXPORTS.map((name) => `\`${name}\``).join(', ')}`,
  has: (value) =>
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
  const { file, base, ...others } = value as Record<string, unknown>
  return isAssetPath(file) && typeof base === 'string' && Object.keys(others).length === 0
}

function isServerOption(value: unknown): boolean {
  if (typeof value === 'boolean' || isEntry(value)) return true
  if (typeof value !== 'object' || value === null) return false
  const { entry, trustedOrigins, ...others } = value as Record<string, unknown>
  return (
    (entry === undefined || isEntry(entry)) &&
    (trustedOrigins === undefined || (Array.isArray(trustedOrigins) && trustedOrigins.every(isTrustedOrigin))) &&
    Object.keys(others).length === 0
  )
}

const isEntry = (value: unknown) => typeof value === 'string' && value !== ''

/** Written as browsers write it: another form would never match. */
function isTrustedOrigin(value: unknown): boolean {
  return value === '*' || (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value)
}
const SWITCH: Kind = { is: 'true or false', has: (value) => typeof value === 'boolean' }

/** Every option, and what it must be, so that a slip is not taken for nothing. The type keeps it whole. */
const KNOWN: Readonly<Record<keyof TurnoutOptions, Kind>> = {
  routes: TEXT,
  // A diagnostic of its own says what is wrong with a path.
  base: { is: 'true, false, or a path', has: (value) => typeof value === 'boolean' || typeof value === 'string' },
  drawPaths: {
    is: 'a string or an array of strings',
    has: (value) => (Array.isArray(value) ? value.every(TEXT.has) : TEXT.has(value)),
  },
  controllers: TEXT,
  pages: TEXT,
  server: {
    is:
      'true, false, the path of a module, or an object of `entry`, such a path, and `trustedOrigins`, an array of ' +
      "origins without a path: ['https://pay.example.com']",
    has: isServerOption,
  },
  types: DECLARATIONS,
  manifest: ASSET,
  inspector: SWITCH,
  exports: BUILD_EXPORTS,
  printRoutes: SWITCH,
  apiOnly: SWITCH,
  pathNames: {
    is: 'an object of strings',
    has: (value) => typeof value === 'object' && value !== null && Object.values(value).every(TEXT.has),
  },
  rails: { is: "'8.1' or '7.2'", has: (value) => value === '8.1' || value === '7.2' },
  inflections: { is: 'a function', has: (value) => typeof value === 'function' },
  urlDefaults: {
    is: 'an array of strings',
    has: (value) => Array.isArray(value) && value.every(TEXT.has),
  },
  helpers: {
    is: "'camelCase' or 'snake_case'",
    has: (value) => value === 'camelCase' || value === 'snake_case',
  },
  paramNames: {
    is: "'snake_case' or 'camelCase'",
    has: (value) => value === 'camelCase' || value === 'snake_case',
  },
  // Diagnostics of their own say what is wrong with these.
  clientRoutes: { is: 'an object', has: () => true },
  severities: { is: 'an object', has: () => true },
}

/**
 * Fills in the defaults.
 *
 * @throws TypeError if there is no such option, or its value is of another kind
 */
export function resolveOptions(options: TurnoutOptions): ResolvedOptions {
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(KNOWN, name)) {
      const { is, has } = KNOWN[name as keyof TurnoutOptions]
      if (value === undefined || has(value)) continue
      throw new TypeError(`The option \`${name}\` of \`turnout()\` must be ${is}.`)
    }
    const guess = nearest(name, Object.keys(KNOWN))
    throw new TypeError(`\`turnout()\` has no option \`${name}\`.${didYouMean(guess)}`)
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
    inspector,
    printRoutes,
    ...compile
  } = options
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
    inspector: inspector ?? true,
    exports: EXPORTS.flatMap((name) => {
      const given = exports?.[name]
      if (given === undefined) return []
      return [typeof given === 'string' ? { name, file: given, base: null } : { name, ...given }]
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
