import path from 'node:path'
import type { Manifest, ManifestDiff } from '@turnout/compiler'
import { writeIfChanged } from '../files/write-file.ts'
import { loadInspector, type PageSource } from '../packages.ts'
import { sourceOf } from '../project/page-source.ts'
import type { Project } from '../project/project.ts'
import type { Problem } from '../problems/problem.ts'
import { defineCommand, projectOptions } from './command.ts'
import { replacedText } from './output-file.ts'
import { readTable } from './problems.ts'

/** `turnout inspect`: the inspector's page as a file. */
export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Write the inspector as one HTML file.',
  description:
    'Writes the page of the dev server, for documentation and reviews: the table, the match of a request, the tree, the ' +
    'helpers and the diagnostics. The file needs no server, and sends no requests.',
  options: {
    out: { type: 'string', short: 'o', value: 'file', help: 'The file to write. Default: routes.html.' },
    json: { type: 'boolean', help: 'Print the result as JSON.' },
    ...projectOptions,
  },
  examples: [['turnout inspect -o docs/routes.html', 'A page to share.']],
  exitCodes: { 0: 'The file is up to date.' },
  async run({ out = 'routes.html', json, ...request }, _positionals, host) {
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const isWritten = await writePage(out, sourceFor(project, table.manifest, table.problems))
    if (json === true) host.out(JSON.stringify({ written: isWritten ? [out] : [] }, null, 2))
    else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
    return 0
  },
})

/** Returns the data that the page of a project shows. */
export function sourceFor(
  project: Project,
  manifest: Manifest,
  problems: readonly Problem[],
  diff: ManifestDiff | null = null,
): PageSource {
  const readSource = project.readAllowedSource
  return { ...sourceOf(project), manifest, problems, isStale: false, editor: null, readSource, pageOf: null, diff }
}

/**
 * Writes the page, if it is not as it should be.
 *
 * @returns true if it was written
 * @throws UsageError if the file exists and Turnout did not write it
 * @throws FileFailure if the file system refuses
 */
export async function writePage(out: string, source: PageSource): Promise<boolean> {
  const { isOwnPage, onePage, pageData } = await loadInspector()
  replacedText(out, { isOwn: isOwnPage })
  return writeIfChanged(path.resolve(out), onePage(pageData(source)), out)
}
