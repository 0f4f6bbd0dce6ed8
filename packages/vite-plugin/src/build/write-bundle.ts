// The files that builds with Vite write for the routes.
import path from 'node:path'
import type { Environment } from 'vite'
import { writeIfChanged } from '../files/write-file.ts'
import type { Project } from '../project/project.ts'
import { buildAssets, type Asset } from './assets.ts'
import { finishClient, type ClientOutput } from './client-files.ts'

/**
 * Returns the files for the folder of a client. The client's folder may be published whole. If there is a server,
 * `writeBundle` writes the table to its folder.
 */
export async function clientAssets({ config, logger }: Environment, project: Project): Promise<readonly Asset[]> {
  if (config.consumer !== 'client' || project.options.server !== null) return []
  const { manifest } = await project.outcome()
  return manifest === null ? [] : buildAssets(manifest, project, 'client', logger)
}

/**
 * Writes the files of a server, and registers those of the client that it serves.
 *
 * `vite build --ssr` builds no client, and a client's folder may not contain the exports. So they are written here: Vite
 * drops assets that a server build emits.
 *
 * @param isServerBuild true for `vite build --ssr`
 */
export async function writeBundle(
  environment: Environment,
  output: ClientOutput,
  project: Project,
  isServerBuild: boolean,
): Promise<void> {
  const { name, config, logger } = environment
  const { compile, isManifestPublic, server, manifest: manifestFile } = project.options
  const isServer = isServerBuild || config.consumer === 'server'
  const isClient = name === 'client' && server !== null
  if (!isServer && !isClient) return
  const { manifest } = await project.outcome()
  if (manifest === null) return
  if (isClient) return finishClient(environment, output, project, manifest)
  // If there is a client build too, its folder contains the exports, unless the client must not contain them.
  const hasExports = isServerBuild || server !== null || compile.clientRoutes !== undefined
  for (const { fileName, source } of await buildAssets(manifest, project, 'server', logger)) {
    const isWritten = hasExports || (fileName === manifestFile && !isManifestPublic)
    if (isWritten) writeIfChanged(path.join(output.folder, fileName), source)
  }
}
