// The Vite config of an application that serves its routes, and the build of its client and its server.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { defaultAllowedOrigins, type ResolvedConfig, type UserConfig, type ViteBuilder } from 'vite'
import { PLUGIN_NAME, SERVER_ENTRY, TEMPLATE } from '../ids.ts'
import { removeDocumentNextTime, finishClient } from '../build/client-files.ts'
import { isLink } from '../files/read-file.ts'
import { builtTemplateFile } from '../modules/template-module.ts'
import type { ResolvedOptions } from '../options.ts'
import { refuseBuild } from '../problems/report.ts'
import type { Project } from '../project/project.ts'

/** The defaults in the Vite config of an application that serves its routes. Settings of the user config override them. */
export function serverConfig(config: UserConfig): UserConfig {
  const { appType, server, build = {}, builder, environments = {} } = config
  const { client = {}, ssr = {} } = environments
  const folder = build.outDir ?? 'dist'
  return {
    // Otherwise Vite's own pages would hide the routes: Vite serves `/index.html` for every path without a file.
    ...(appType === undefined && { appType: 'custom' }),
    // Otherwise Vite would respond to OPTIONS itself, without `Allow`. Vite still sets the CORS headers.
    ...(server?.cors === undefined && { server: { cors: { origin: defaultAllowedOrigins, preflightContinue: true } } }),
    // `vite build --ssr` runs one build only.
    ...(build.ssr === undefined &&
      !ownsServer(config) && {
        builder: builder ?? {},
        environments: {
          client: {
            build: {
              ...(client.build?.outDir === undefined && { outDir: `${folder}/client` }),
              // The server needs it to link to the client's files.
              ...((client.build?.manifest ?? build.manifest) === undefined && { manifest: true }),
            },
          },
          ssr: {
            build: {
              ...(ssr.build?.outDir === undefined && { outDir: `${folder}/server` }),
              // The client's folder contains the public files.
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

/** How Vite uses the plugin. */
export interface ViteUse {
  /** True for `vite build --ssr`. */
  readonly isServerBuild: boolean
  /** True if `vite build` builds the client and the server of this plugin. */
  readonly buildsBoth: boolean
  readonly isInVitest: boolean
  readonly isBundledDev: boolean
}

/** Determines how Vite uses the plugin, by the resolved config. */
export function viteUse(config: ResolvedConfig, { server }: Pick<ResolvedOptions, 'server'>): ViteUse {
  return {
    isServerBuild: Boolean(config.build.ssr) && config.builder === undefined,
    buildsBoth: server !== null && config.builder !== undefined && !ownsServer(config),
    isInVitest: config.plugins.some(({ name }) => /^vitest(?::|$)/.test(name)),
    isBundledDev: config.command === 'serve' && Boolean(config.experimental.bundledDev),
  }
}

/** @throws Error if the plugin is in the config more than once */
export function refuseSecondPlugin({ plugins }: ResolvedConfig): void {
  if (plugins.filter(({ name }) => name === PLUGIN_NAME).length <= 1) return
  throw new Error(
    '`turnout()` is among the plugins more than once. A Vite config has one route table: keep one `turnout()`, ' +
      'and draw the other route files from its own.',
  )
}

/**
 * Builds what `vite build` builds of an application that serves its routes; nothing of any other application.
 *
 * @throws Error if the route files have errors. The errors are printed before the bundler starts, because it would add
 *   frames of its own below them
 */
export async function buildApplication(builder: ViteBuilder, project: Project, buildsBoth: boolean): Promise<void> {
  // A build that watches waits for the edit that fixes the errors.
  if (!builder.config.build.watch) {
    const { problems } = await project.outcome()
    refuseBuild(problems, project, builder.config.logger)
  }
  const { server, pages } = project.options
  if (buildsBoth) await buildClientAndServer(builder, project)
  else if (server !== null && pages !== null) await buildDocument(builder, project)
}

/**
 * Builds the client, then the server, which may read the client's output. With pages, the server contains the client's
 * `index.html`, and the file is deleted: a static file server would respond to `/` with it, whatever the request accepts.
 * If the application has no client, its folder still gets the public files, so that one command serves both.
 */
async function buildClientAndServer(builder: ViteBuilder, project: Project): Promise<void> {
  const { client, ssr } = builder.environments
  deleteOldClient(builder)
  if (client !== undefined && !client.isBuilt) {
    if (hasClient(builder.config)) await builder.build(client)
    else {
      const folder = copyPublicFiles(builder.config, client.config.build)
      const { manifest } = await project.outcome()
      // If there is no table, the build of the server reports the reason.
      if (manifest !== null) finishClient(client, { folder, bundle: [] }, project, manifest)
    }
  }
  if (ssr === undefined || ssr.isBuilt) return
  await builder.build(ssr)
  if (project.options.pages !== null) rmSync(builtTemplateFile(ssr), { force: true })
}

/**
 * Builds the client before the plugin of a platform builds the server, because the server contains the built
 * `index.html`. That plugin then builds the client again. After this second build the document is deleted.
 */
async function buildDocument(builder: ViteBuilder, project: Project): Promise<void> {
  const { client } = builder.environments
  if (client === undefined || client.isBuilt || !existsSync(path.join(builder.config.root, TEMPLATE))) return
  await builder.build(client)
  removeDocumentNextTime(project.root)
}

/**
 * Deletes the client that an earlier build without `server` wrote to the folder around the client and the server. A host
 * that publishes the folder would respond to `/` with its `index.html`. A build without `server` empties the folder too.
 */
function deleteOldClient({ config: { root, build }, environments }: ViteBuilder): void {
  const folder = path.resolve(root, build.outDir)
  const outputs = Object.values(environments).map(({ config }) => path.resolve(root, config.build.outDir))
  if (outputs.includes(folder) || !existsSync(path.join(folder, TEMPLATE)) || !isEmptied(folder, root, build)) return
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name)
    const hasOutput = outputs.some((output) => output === entry || output.startsWith(entry + path.sep))
    if (!hasOutput && name !== '.git') rmSync(entry, { recursive: true, force: true })
  }
}

/** As in Vite, a folder outside the root is emptied only if the config sets `emptyOutDir`. */
function isEmptied(folder: string, root: string, { emptyOutDir }: ResolvedConfig['build']): boolean {
  return emptyOutDir ?? folder.startsWith(root + path.sep)
}

/**
 * Replaces the contents of the output folder by the public files. Returns the absolute path of the folder. As in Vite, it
 * contains copies of the files behind links: the build deletes files that a route hides, and must not delete them elsewhere.
 */
function copyPublicFiles({ root, publicDir }: ResolvedConfig, build: ResolvedConfig['build']): string {
  const folder = path.resolve(root, build.outDir)
  if (isEmptied(folder, root, build)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (publicDir !== '' && build.copyPublicDir && existsSync(publicDir)) {
    const filter = (source: string, target: string) => {
      // An output folder that is not emptied may contain links. A copy through one of them would change files elsewhere.
      if (target !== folder && isLink(target)) rmSync(target)
      // Leaves out links that lead nowhere.
      return existsSync(source)
    }
    cpSync(publicDir, folder, { recursive: true, dereference: true, filter })
  }
  return folder
}

/** True if the project has an entry for browsers: a configured input, or an `index.html`. */
function hasClient({ root, environments }: Pick<ResolvedConfig, 'root' | 'environments'>): boolean {
  return inputOf(environments['client']!.build) !== undefined || existsSync(path.join(root, 'index.html'))
}

/** Returns the `input` of the bundler's options. The bundler is Rolldown in Vite 8, and Rollup in Vite 7. */
function inputOf(build: { rollupOptions?: object; rolldownOptions?: object } | undefined): unknown {
  const { rollupOptions, rolldownOptions } = build ?? {}
  return [rolldownOptions, rollupOptions]
    .map((options) => (options as { input?: unknown } | undefined)?.input)
    .find(Boolean)
}

/** True if the server is built from this plugin's entry, and not from an entry in the project's config. */
export function hasBuiltEntry({ environments }: Pick<ResolvedConfig, 'environments'>): boolean {
  return Object(inputOf(environments['ssr']?.build)).index === SERVER_ENTRY
}

/** Plugins of platforms that build and run the server themselves. */
const PLATFORMS = /^vite-plugin-cloudflare(?::|$)/

/** True if a plugin of a platform is among the plugins. */
function ownsServer({ plugins = [] }: { readonly plugins?: readonly unknown[] }): boolean {
  return plugins.flat(10).some((plugin) => PLATFORMS.test(String((Object(plugin) as { readonly name?: unknown }).name)))
}
