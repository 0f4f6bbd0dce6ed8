// The files that builds write for the routes.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import type { Environment } from 'vite'
import { readDocument } from '../files/json-file.ts'
import { loadExports } from '../packages.ts'
import { logTo, type Log } from '../problems/log.ts'
import { raiseProblems } from '../problems/report.ts'
import type { Consumer } from '../options.ts'
import type { Project } from '../project/project.ts'
import { writeIfChanged } from '../files/write-file.ts'
import { finishClient, type ClientOutput } from './client-files.ts'

/** A file that a build writes, in the form that bundlers accept. */
interface Asset {
  readonly type: 'asset'
  /** Relative to the output folder. */
  readonly fileName: string
  readonly source: string
}

/**
 * Returns the files that a build writes for the routes: the manifest, and the files of the option `exports`. The manifest
 * reveals locations in route files, so a client's folder contains it only if the option `manifest` names a file. All
 * these files reveal the whole table, so a client's folder contains none if `clientRoutes` excludes routes.
 *
 * @throws ReportedError for an export that cannot be made
 */
export async function buildAssets(
  manifest: Manifest,
  project: Project,
  consumer: Consumer,
  logger: Log,
): Promise<readonly Asset[]> {
  const { manifest: manifestFile, isManifestPublic, openapi, compile } = project.options
  if (consumer === 'client' && compile.clientRoutes !== undefined) return []
  const assets: Asset[] = []
  if (manifestFile !== null && (consumer === 'server' || isManifestPublic)) {
    // Compact, because programs read it.
    assets.push({ type: 'asset', fileName: manifestFile, source: `${JSON.stringify(manifest)}\n` })
  }
  if (openapi !== null) {
    const { file: fileName, base } = openapi
    try {
      const existing = base === null ? null : readDocument(path.resolve(project.root, base))
      const contracts = (await project.loadContracts?.()) ?? null
      for (const [controller, reason] of contracts?.failures ?? []) {
        const lost = `the contracts of \`${controller}\`, which could not be loaded: ${reason}`
        logTo(logger, 'warn', `\`${fileName}\` lacks ${lost}`)
      }
      const { openApi } = await loadExports()
      const { document } = openApi(manifest, existing, contracts)
      assets.push({ type: 'asset', fileName, source: `${JSON.stringify(document, null, 2)}\n` })
    } catch (error) {
      const args = { name: fileName, error }
      const problem = makeDiagnostic('export-not-written', args, { location: null }, compile.severities)
      raiseProblems(problem === null ? [] : [problem], project, logger)
    }
  }
  return assets
}

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
