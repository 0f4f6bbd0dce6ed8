import path from 'node:path'
import type { Manifest, ManifestDiff } from '@turnout/compiler'
import { writeIfChanged } from '../files/write-file.ts'
import { isOwnPage, onePage } from '../inspector/one-file.ts'
import { pageData, type PageSource } from '../inspector/page-data.ts'
import { sourceOf } from '../inspector/page-source.ts'
import type { Project } from '../project/project.ts'
import type { Problem } from '../problems/problem.ts'
import { defineCommand, projectOptions } from './command.ts'
import { replacedText } from './output-file.ts'
import { readTable } from './problems.ts'

/** `turnout inspect`: the inspector's page as a file. */
export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Write the page that shows the routes as one file.',
  description:
    'The page of the dev server, for documentation and reviews: the table, who answers, the tree, the helpers and the ' +
    'diagnostics. It needs no server, and nothing in it leads to one.',
  options: {
    out: { type: 'string', short: 'o', value: 'file', help: 'The file to write. Default: routes.html.' },
    json: { type: 'boolean', help: 'What was written, as JSON.' },
    ...projectOptions,
  },
  examples: [['turnout inspect -o docs/routes.html', 'A page to hand on.']],
  exitCodes: { 0: 'The file is as it should be.' },
  async run({ out = 'routes.html', json, ...request }, _positionals, host) {
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const isWritten = writePage(out, sourceFor(project, table.manifest, table.problems))
    if (json === true) host.out(JSON.stringify({ written: isWritten ? [out] : [] }, null, 2))
    else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
    return 0
  },
})

/** What the page of a project shows. */
export function sourceFor(
  project: Project,
  manifest: Manifest,
  problems: readonly Problem[],
  diff: ManifestDiff | null = null,
): PageSource {
  const readSource = project.readShown
  return { ...sourceOf(project), manifest, problems, isStale: false, editor: null, readSource, pageOf: null, diff }
}

/**
 * Writes the page, if it is not as it should be.
 *
 * @returns true if it was written
 * @throws UsageError if a file is there that Turnout has not written
 * @throws FileFailure if the file system refuses
 */
export function writePage(out: string, source: PageSource): boolean {
  replacedText(out, { isOwn: isOwnPage })
  return writeIfChanged(path.resolve(out), onePage(pageData(source)), out)
}
