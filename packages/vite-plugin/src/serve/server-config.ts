import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { defaultAllowedOrigins, type ResolvedConfig, type UserConfig, type ViteBuilder } from 'vite'
import { SERVER_ENTRY } from '../ids.ts'
import { takeInClient } from '../build/client-files.ts'
import { builtTemplateFile } from '../modules/template-module.ts'
import type { Project } from '../project/project.ts'

/**
 * What the Vite config of an application that serves its routes has, where its own does not say otherwise.
 */
export function serverConfig(config: UserConfig): UserConfig {
  const { appType, server, build = {}, builder, environments = {} } = config
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
              // The client's folder has the public files.
              ...(ssr.build?.copyPublicDir === undefined && { copyPublicDir: false }),
              ...(inputOf(ssr.build) === undefined && {
                rollupOptions: { input: { index: SERVER_ENTRY } },
              }),
            },
          },
        },
      }),
  }
}

/**
 * Builds the client, then the server, which may read what the client came to. With pages, the server has the text of the
 * client's `index.html`, and the file goes: a server of files would answer `/` with it, whatever the request asks for. Where the application has no client, its
 * folder has the public files all the same, so that there is one command to serve both.
 */
export async function buildClientAndServer(builder: ViteBuilder, project: Project): Promise<void> {
  const { client, ssr } = builder.environments
  if (client !== undefined && !client.isBuilt) {
    if (hasClient(builder.config)) await builder.build(client)
    else {
      const folder = copyPublicFiles(builder.config, client.config.build)
      const { manifest } = await project.outcome()
      // Without a table the build of the server says why.
      if (manifest !== null) takeInClient(folder, [], client.config, project, manifest, client.logger)
    }
  }
  if (ssr === undefined || ssr.isBuilt) return
  await builder.build(ssr)
  if (project.options.pages !== null) rmSync(builtTemplateFile(ssr), { force: true })
}

/** Replaces the output folder by the public files. @returns the folder, absolute */
function copyPublicFiles({ root, publicDir }: ResolvedConfig, build: ResolvedConfig['build']): string {
  const folder = path.resolve(root, build.outDir)
  // As Vite does: a folder outside of the root is not emptied unless the config says so.
  if (build.emptyOutDir ?? folder.startsWith(root + path.sep)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (publicDir !== '' && build.copyPublicDir && existsSync(publicDir)) cpSync(publicDir, folder, { recursive: true })
  return folder
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

/** True if the server is built from this plugin's entry, and not from one of the project's own config. */
export function hasBuiltEntry({ environments }: Pick<ResolvedConfig, 'environments'>): boolean {
  return Object(inputOf(environments['ssr']?.build)).index === SERVER_ENTRY
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
