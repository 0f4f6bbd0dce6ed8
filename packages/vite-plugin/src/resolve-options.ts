// Checks the plugin's options, and fills in their defaults.
import { nearest, didYouMean } from '@turnout/compiler/internal/diagnostics/nearest'
import { MANIFEST_FILE } from './ids.ts'
import type { TurnoutOptions, ResolvedOptions } from './options.ts'

/**
 * Checks the options, and fills in the defaults.
 *
 * @throws TypeError if there is no such option, its value is of another kind, or it needs another option
 */
export function resolveOptions(options: TurnoutOptions): ResolvedOptions {
  checkOptions(options)
  const {
    routes,
    base = null,
    drawPaths,
    controllers,
    pages,
    router,
    server = false,
    types,
    manifest,
    exports: { openapi } = {},
    links = false,
    inspector = true,
    devBar = false,
    ...compile
  } = options
  if (devBar && (server === false || !inspector)) {
    throw new TypeError('The option `devBar` of `turnout()` needs the option `server`, and the inspector.')
  }
  if (router !== undefined && pages === undefined) {
    throw new TypeError('The option `router` of `turnout()` needs the option `pages`.')
  }
  return {
    routes: routes ?? null,
    base,
    drawPaths: drawPaths === undefined ? null : typeof drawPaths === 'string' ? [drawPaths] : [...drawPaths],
    controllers: controllers ?? (server === false ? null : 'src/controllers'),
    pages: pages ?? null,
    router: router ?? null,
    server: resolveServer(server),
    types: types === false ? null : (types ?? 'virtual-routes.d.ts'),
    manifest: manifest === false ? null : (manifest ?? MANIFEST_FILE),
    isManifestPublic: typeof manifest === 'string',
    inspector,
    devBar,
    openapi: openapi === undefined ? null : typeof openapi === 'string' ? { file: openapi, base: null } : openapi,
    links: typeof links === 'boolean' ? {} : links,
    reportsLinks: links !== false,
    compile,
  }
}

function resolveServer(server: NonNullable<TurnoutOptions['server']>): ResolvedOptions['server'] {
  if (server === false) return null
  const { entry = null, trustedOrigins = [] } =
    server === true ? {} : typeof server === 'string' ? { entry: server } : server
  return { entry, trustedOrigins: [...trustedOrigins] }
}

/**
 * Checks the names and the values of the options.
 *
 * @throws TypeError if there is no such option, or if its value is of another kind
 */
function checkOptions(options: TurnoutOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTION_RULES, name)) {
      const nearestOption = nearest(name, Object.keys(OPTION_RULES))
      throw new TypeError(`\`turnout()\` has no option \`${name}\`.${didYouMean(nearestOption)}`)
    }
    const { description, accepts } = OPTION_RULES[name as keyof TurnoutOptions]
    if (value !== undefined && !accepts(value)) {
      throw new TypeError(`The option \`${name}\` of \`turnout()\` must be ${description}.`)
    }
  }
}

interface OptionRule {
  /** The allowed values, as the end of the sentence "The option must be …". */
  readonly description: string
  readonly accepts: (value: unknown) => boolean
}

const ANY_STRING: OptionRule = { description: 'a string', accepts: (value) => typeof value === 'string' }

/** A path with another ending is most likely a source file of the application. */
const DECLARATIONS: OptionRule = {
  description: 'a path that ends with `.d.ts`, or false',
  accepts: (value) => value === false || (typeof value === 'string' && /[^/\\]\.d\.[mc]?ts$/.test(value)),
}

/**
 * True for a path that is safe in the output folder: `docs/openapi.json`. False for a path that leaves the folder, or
 * with characters that a bundler replaces in names of files.
 */
function isAssetPath(value: unknown): value is string {
  return typeof value === 'string' && value.split('/').every((part) => /^(?!\.{1,2}$)[^\\:*?"<>|\p{Cc}]+$/u.test(part))
}

const MANIFEST_PATH: OptionRule = {
  description: 'a path in the output folder that ends with `.json`, or false',
  accepts: (value) => value === false || (isAssetPath(value) && /[^/]\.json$/.test(value)),
}

const BUILD_EXPORTS: OptionRule = {
  description: 'an object of paths in the output folder, by `openapi`',
  accepts(value) {
    if (typeof value !== 'object' || value === null) return false
    const { openapi, ...unknownFields } = value as Record<string, unknown>
    const isTarget = openapi === undefined || isAssetPath(openapi) || isOpenapiTarget(openapi)
    return isTarget && Object.keys(unknownFields).length === 0
  },
}

/** True for the object that names a file and the document to merge into it: `{ file, base }`. */
function isOpenapiTarget(value: unknown): boolean {
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

const TRUE_OR_FALSE: OptionRule = { description: 'true or false', accepts: (value) => typeof value === 'boolean' }

/** Every option with its allowed values, so that a typo is an error. The type ensures that no option is missing. */
const OPTION_RULES: Readonly<Record<keyof TurnoutOptions, OptionRule>> = {
  routes: ANY_STRING,
  // A separate diagnostic reports invalid paths.
  base: {
    description: 'true, false, or a path',
    accepts: (value) => typeof value === 'boolean' || typeof value === 'string',
  },
  drawPaths: {
    description: 'a string or an array of strings',
    accepts: (value) => (Array.isArray(value) ? value.every(ANY_STRING.accepts) : ANY_STRING.accepts(value)),
  },
  controllers: ANY_STRING,
  pages: ANY_STRING,
  router: {
    description: "'react-router' or 'vue-router'",
    accepts: (value) => value === 'react-router' || value === 'vue-router',
  },
  server: {
    description:
      'true, false, the path of a module, or an object of `entry`, such a path, and `trustedOrigins`, an array of ' +
      "origins without a path: ['https://pay.example.com']",
    accepts: isServerOption,
  },
  types: DECLARATIONS,
  manifest: MANIFEST_PATH,
  inspector: TRUE_OR_FALSE,
  devBar: TRUE_OR_FALSE,
  exports: BUILD_EXPORTS,
  links: {
    description: 'true, false, or an object',
    accepts: (value) => typeof value === 'boolean' || Object(value) === value,
  },
  apiOnly: TRUE_OR_FALSE,
  pathNames: {
    description: 'an object of strings',
    accepts: (value) => typeof value === 'object' && value !== null && Object.values(value).every(ANY_STRING.accepts),
  },
  rails: { description: "'8.1' or '7.2'", accepts: (value) => value === '8.1' || value === '7.2' },
  inflections: { description: 'a function', accepts: (value) => typeof value === 'function' },
  urlDefaults: {
    description: 'an array of strings',
    accepts: (value) => Array.isArray(value) && value.every(ANY_STRING.accepts),
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
