import path from 'node:path'
import { writeIfChanged } from '../files/write-file.ts'
import { loadInspector } from '../packages.ts'
import { sourceOf } from '../project/page-source.ts'
import { defineCommand, projectOptions } from './command.ts'
import { replacedText } from './user-file.ts'
import { readTable } from './problems.ts'

/** `turnout inspect`: the inspector's page as a file. */
export const inspect = defineCommand({
  name: 'inspect',
  summary: 'Write the inspector as one HTML file.',
  description:
    'Writes the page of the dev server, for documentation and reviews: the table, the match of a request, the ' +
    'helpers and the diagnostics. The file needs no server, and sends no requests.',
  options: {
    out: { type: 'string', short: 'o', value: 'file', help: 'The file to write. Default: routes.html.' },
    ...projectOptions,
  },
  examples: [['turnout inspect -o docs/routes.html', 'A page to share.']],
  exitCodes: { 0: 'The file is up to date.' },
  async run({ out = 'routes.html', ...request }, _positionals, host) {
    const project = await host.loadProject(request)
    const table = await readTable(project, host)
    if (table === null) return 2
    const { isOwnPage, onePage, pageData } = await loadInspector()
    replacedText(out, isOwnPage)
    const state = { manifest: table.manifest, problems: table.problems, isStale: false }
    const files = { editor: null, readSource: project.readAllowedSource, pageOf: null }
    const page = onePage(pageData({ ...sourceOf(project), ...state, ...files }))
    const isWritten = writeIfChanged(path.resolve(out), page, out)
    host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
    return 0
  },
})
