import type { Manifest } from '@turnout/compiler'
import { errorsOf, reportedError } from '../problems/report.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'

/**
 * Returns the outcome of the last compilation, for a module that is emitted from its manifest.
 *
 * @throws ReportedError if there is an error among the problems. A build loads modules before it knows of the error.
 */
export async function completeOutcome(project: Project): Promise<Outcome & { readonly manifest: Manifest }> {
  const outcome = await project.outcome()
  const { manifest, problems } = outcome
  if (manifest === null) throw reportedError(errorsOf(problems), project, 'terminal')
  return { ...outcome, manifest }
}
