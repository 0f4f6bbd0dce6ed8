import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { makeDiagnostic, writeOutput } from '@turnout/compiler/internal'
import { readDocument } from '../files/json-file.ts'
import type { Log } from '../problems/log.ts'
import { raiseProblems } from '../problems/report.ts'
import type { Consumer } from '../options.ts'
import type { Project } from '../project/project.ts'

/** A file that a build writes, as bundlers take it. */
interface Asset {
  readonly type: 'asset'
  /** In the output folder. */
  readonly fileName: string
  readonly source: string
}

/**
 * What a build writes of the routes: the manifest, and what the option `exports` names. The manifest shows places in route
 * files, so the folder of a client has it only if the option `manifest` names a file. All of them show the whole table,
 * so the folder of a client has none if clients do not see all of it.
 *
 * @throws ReportedError for an export that cannot be made
 */
export function buildAssets(manifest: Manifest, project: Project, consumer: Consumer, logger: Log): readonly Asset[] {
  const { manifest: manifestFile, isManifestPublic, exports, compile } = project.options
  if (consumer === 'client' && compile.clientRoutes !== undefined) return []
  const assets: Asset[] = []
  if (manifestFile !== null && (consumer === 'server' || isManifestPublic)) {
    const [{ content: source }] = writeOutput('manifest', manifest)
    assets.push({ type: 'asset', fileName: manifestFile, source })
  }
  for (const { name, file: fileName, base } of exports) {
    try {
      const openapi = base === null ? null : readDocument(path.resolve(project.root, base))
      const [{ content: source }] = writeOutput(name, manifest, { openapi })
      assets.push({ type: 'asset', fileName, source })
    } catch (error) {
      const problem = makeDiagnostic(
        'export-not-written',
        { name: fileName, error },
        { location: null },
        compile.severities,
      )
      raiseProblems(problem === null ? [] : [problem], project, logger)
    }
  }
  return assets
}
