import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { defaultAllowedOrigins, type ResolvedConfig, type UserConfig, type ViteBuilder } from 'vite'
import { serverEntry } from './server-entry.ts'

/**
 * What the Vite config of an application that serves its routes has, where its own does not say otherwise.
 *
 * @param entry the module that requests are given to, as the option `server` names it
 */
export function serverConfig(config: UserConfig, entry: string | null): UserConfig {
  const { appType, server, build = {}, builder, environments = {} } = config
  const root = path.resolve(config.root ?? '')
  const { client = {}, ssr = {} } = environments
  const folder = build.outDir ?? 'dist'
  return {
    // Vite's own pages would stand before the routes: `/index.html` for whatever path it has no file for.
    ...(appType === undefined && { appType: 'custom' }),
    // Vite would answer OPTIONS itself, with no `Allow`. It still says who may ask.
    ...(server?.cors === undefined && { server: { cors: { origin: defaultAllowedOrigins, preflightContinue: true } } }),
    // `vite build --ssr` asks for one build only.
    ...(build.ssr === undefined &&
      !ownsServer(config) && {
        builder: builder ?? {},
        environments: {
          client: {
            build: {
              ...(client.build?.outDir === undefined && { outDir: `${folder}/client` }),
              // So that the server can tell browsers where the client's files are.
              ...((client.build?.manifest ?? build.manifest) === undefined && { manifest: true }),
            },
          },
          ssr: {
            build: {
              ...(ssr.build?.outDir === undefined && { outDir: `${folder}/server` }),
              ...(inputOf(ssr.build) === undefined && {
                rollupOptions: { input: { index: serverEntry(root, entry) } },
              }),
            },
          },
        },
      }),
  }
}

/**
 * Builds the client, then the server, which may read what the client came to. Where the application has no client, its
 * folder has the public files all the same, so that there is one command to serve both.
 */
export async function buildClientAndServer(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments
  if (client !== undefined && !client.isBuilt) {
    if (hasClient(builder.config)) await builder.build(client)
    else copyPublicFiles(builder.config, client.config.build)
  }
  if (ssr !== undefined && !ssr.isBuilt) await builder.build(ssr)
}

function copyPublicFiles({ root, publicDir }: ResolvedConfig, build: ResolvedConfig['build']): void {
  const folder = path.resolve(root, build.outDir)
  mkdirSync(folder, { recursive: true })
  if (publicDir !== '' && build.copyPublicDir && existsSync(publicDir)) cpSync(publicDir, folder, { recursive: true })
}

/** True if there is something to build for browsers. */
function hasClient({ root, environments }: Pick<ResolvedConfig, 'root' | 'environments'>): boolean {
  return inputOf(environments['client']?.build) !== undefined || existsSync(path.join(root, 'index.html'))
}

/** The bundler is Rolldown in Vite 8, and Rollup in Vite 7. */
function inputOf(build: { rollupOptions?: object; rolldownOptions?: object } | undefined): unknown {
  const { rollupOptions, rolldownOptions } = build ?? {}
  return [rolldownOptions, rollupOptions]
    .map((options) => (options as { input?: unknown } | undefined)?.input)
    .find(Boolean)
}

/** Plugins of platforms that build and run the server themselves. */
const PLATFORMS = /^vite-plugin-cloudflare(?::|$)/

/** True if a plugin of a platform is among the plugins. */
export function ownsServer({ plugins = [] }: { readonly plugins?: readonly unknown[] }): boolean {
  return plugins.flat(10).some((plugin) => {
    const { name } = Object(plugin) as { readonly name?: unknown }
    return typeof name === 'string' && PLATFORMS.test(name)
  })
}
