// The files that a build makes for browsers: `finishClient` registers them for the server, and deletes those that a route
// hides.
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkPublicFiles, isClaimed } from '@turnout/compiler/internal/checks/check-public-files'
import type { Manifest } from '@turnout/compiler'
import { normalizePath, type Logger, type ResolvedConfig } from 'vite'
import { TEMPLATE } from '../ids.ts'
import { realPathOf } from '../files/paths.ts'
import { servableFiles, urlPath } from '../files/public-files.ts'
import { raiseProblems } from '../problems/report.ts'
import type { Project } from '../project/project.ts'
import { isHashedTest, type BundleFile } from './hashed-names.ts'

/** The part of a client's environment that `finishClient` needs. */
interface ClientEnvironment {
  readonly config: Pick<ResolvedConfig, 'publicDir' | 'build'>
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>
}

/** The files that the bundler wrote. */
export interface ClientOutput {
  /** The output folder, absolute. */
  readonly folder: string
  readonly bundle: readonly BundleFile[]
}

/** The output of a client build. */
interface BuiltClient {
  /** Its output folder, absolute. */
  readonly folder: string
  /** Files with a hash in their names, relative to the folder. */
  readonly hashed: ReadonlySet<string>
  /** Pages that the bundler wrote. The server does not serve them, as in dev: the routes respond. */
  readonly pages: ReadonlySet<string>
}

/**
 * The clients that this process has built, by the root of the project. The map is global, because each environment has
 * its own instance of the plugin.
 */
const builtClients = new Map<string, BuiltClient>()

/** Returns the client that this process has built for a project; undefined if it has built none. */
export function builtClientOf(root: string): BuiltClient | undefined {
  return builtClients.get(root)
}

/** Roots of projects whose server contains the document. The next build of their client deletes `index.html`. */
const documentsInServers = new Set<string>()

/** Makes the next client build of a project delete its `index.html`, because the server contains it. */
export function removeDocumentNextTime(root: string): void {
  documentsInServers.add(root)
}

/**
 * Registers the output of a client build for the entry of the server. Deletes the files in the output folder that a route
 * hides, so that no host serves them. Reports the built files among them; `publicDir` files are reported with the routes.
 *
 * @throws ReportedError if the project makes errors of these diagnostics
 */
export function finishClient(
  environment: ClientEnvironment,
  output: ClientOutput,
  project: Project,
  manifest: Manifest,
): void {
  const client = registerClient(environment, output, project)
  reportClaimedFiles(environment, output, project, manifest)
  deleteClaimedFiles(client, project, manifest)
}

function registerClient(
  { config }: ClientEnvironment,
  { folder, bundle }: ClientOutput,
  { root }: Project,
): BuiltClient {
  const names = bundle.map(({ fileName }) => fileName)
  const client = {
    folder,
    hashed: new Set(bundle.filter(isHashedTest(config.build)).map(({ fileName }) => fileName)),
    pages: new Set(names.filter((name) => name.endsWith('.html'))),
  }
  builtClients.set(root, client)
  return client
}

function reportClaimedFiles(
  { config, logger }: ClientEnvironment,
  { folder, bundle }: ClientOutput,
  project: Project,
  manifest: Manifest,
): void {
  const isHashed = isHashedTest(config.build)
  const publicPaths = new Set(servableFiles(config.publicDir).map((file) => urlPath(file)))
  const builtFiles = bundle
    .filter(({ fileName }) => !publicPaths.has(urlPath(fileName)) && !fileName.startsWith('.'))
    .map((file) => ({
      file: normalizePath(path.relative(project.root, path.join(folder, file.fileName))),
      path: urlPath(file.fileName),
      isHashed: isHashed(file),
    }))
  // Without this filter, a catch-all would be reported for every built page. The routes respond to these in any case.
  const reportedFiles = builtFiles.filter((file) => file.isHashed || isClaimed(manifest, file.path))
  raiseProblems(checkPublicFiles(manifest, reportedFiles, project.options.compile.severities), project, logger)
}

function deleteClaimedFiles({ folder, hashed }: BuiltClient, { root, options }: Project, manifest: Manifest): void {
  const isInServer = documentsInServers.delete(root)
  if (isInServer) rmSync(path.join(folder, TEMPLATE), { force: true })
  // With pages, a build of the server that comes later reads the document.
  const keptDocument = options.pages === null || isInServer ? null : TEMPLATE
  const realFolder = realPathOf(folder)
  // A link in the folder may lead to files elsewhere, which the build did not write.
  const isBehindLink = (file: string) =>
    realPathOf(path.join(folder, path.dirname(file))) !== path.posix.join(realFolder, path.posix.dirname(file))
  for (const file of servableFiles(folder)) {
    if (file === keptDocument || hashed.has(file) || !isClaimed(manifest, urlPath(file))) continue
    if (!isBehindLink(file)) deleteFile(file, folder)
  }
}

/** Deletes a file, and then the folders that became empty. */
function deleteFile(file: string, folder: string): void {
  rmSync(path.join(folder, file))
  for (let parent = path.dirname(file); parent !== '.'; parent = path.dirname(parent)) {
    if (readdirSync(path.join(folder, parent)).length > 0) return
    rmdirSync(path.join(folder, parent))
  }
}
