// Checks the plugin's options, and fills in their defaults.
import { MANIFEST_FILE } from '@turnout/compiler/internal/phases/5-emit/outputs'
import { checkOptions } from './option-rules.ts'
import type { ResolvedOptions, TurnoutOptions } from './options.ts'

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
