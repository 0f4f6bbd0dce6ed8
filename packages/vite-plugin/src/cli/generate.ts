import { readTable } from './problems.ts'
import { defineCommand, projectOptions, UsageError } from './command.ts'
import { controllerStubs, writeStubs } from './controller-stubs.ts'
import { pageStubs } from './page-stubs.ts'

/** `turnout generate`: writes a stub for each action that a route names and the controller lacks, or for each page. */
export const generate = defineCommand({
  name: 'generate',
  summary: 'Write the missing actions or pages of a controller.',
  usage: 'controller|page <name>',
  description:
    'Adds a stub for each action that has a route and that the controller does not export, or a page for each route of GET that has neither a page nor an action. Existing code does not change.',
  positionals: { min: 2, max: 2 },
  options: {
    ...projectOptions,
  },
  examples: [
    ['turnout generate controller photos', 'Create src/controllers/photos.ts, or add to it.'],
    ['turnout generate controller admin/photos', 'A controller in a namespace.'],
    ['turnout generate page photos', 'Create src/pages/photos.tsx with React, or src/pages/photos/*.vue with Vue.'],
  ],
  exitCodes: {
    0: 'The controller has all its actions or pages.',
    2: 'No route uses the controller, its file cannot be read, or the project has no pages.',
  },
  async run(request, [kind, name], host) {
    if (kind !== 'controller' && kind !== 'page')
      throw new UsageError(`\`${kind}\` cannot be generated: turnout generate controller|page <name>`)
    const project = await host.loadProject(request)
    const table = await readTable(project, host)
    if (table === null) return 2
    const { manifest } = table
    const isPage = kind === 'page'
    const files = isPage ? await pageStubs(name!, manifest, project) : [await controllerStubs(name!, manifest, project)]
    for (const stubs of files) {
      writeStubs(stubs)
      const { shownFile: file, actions } = stubs
      if (actions.length > 0) host.out(`Wrote ${actions.join(', ')} to ${file}.`)
      else host.out(`${file} has all its ${isPage ? 'pages' : 'actions'}.`)
    }
    if (files.length === 0) host.out(`${name} has all its pages.`)
    return 0
  },
})
