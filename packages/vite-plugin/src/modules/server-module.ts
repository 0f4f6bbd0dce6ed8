import type { Manifest } from '@turnout/compiler'
import { makeError, writeOutput } from '@turnout/compiler/internal'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { reportedError } from '../problems/report.ts'

/** The text of `virtual:routes/server`. It has no place in route files, so it has no map. */
export function serverModule(
  { manifest, controllers }: Pick<Outcome, 'controllers'> & { readonly manifest: Manifest },
  dev: boolean,
): string {
  const [{ content }] = writeOutput('server', manifest, { server: { controllers, dev } })
  return content
}

/**
 * The module is for servers, of applications that serve their routes.
 *
 * @throws ReportedError where it is imported by others
 */
export function refuseServerModule(
  environment: { readonly name: string; readonly config: { readonly consumer: string } },
  project: Project,
): void {
  const { name, config } = environment
  const problem =
    project.options.server === null
      ? makeError('server-not-set', null, { location: null })
      : config.consumer === 'client'
        ? makeError('server-in-client', { environment: name }, { location: null })
        : null
  if (problem !== null) throw reportedError([problem], project, 'full')
}
