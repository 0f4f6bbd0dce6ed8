import { readTable } from './problems.ts'
import { defineCommand, projectOptions, UsageError } from './command.ts'
import { controllerStubs, writeStubs } from './controller-stubs.ts'

/** `turnout generate controller`: writes a stub for each action that a route names and the controller lacks. */
export const generate = defineCommand({
  name: 'generate',
  summary: 'Write the missing actions of a controller.',
  usage: 'controller <name>',
  description:
    'Adds a stub for each action that has a route and that the controller does not export. Existing code does not change.',
  positionals: { min: 2, max: 2 },
  options: {
    json: { type: 'boolean', help: 'Print the result as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout generate controller photos', 'Create src/controllers/photos.ts, or add to it.'],
    ['turnout generate controller admin/photos', 'A controller in a namespace.'],
  ],
  exitCodes: {
    0: 'The controller has all its actions.',
    2: 'No route uses the controller, or its file cannot be read.',
  },
  async run({ json, ...request }, [kind, name], host) {
    if (kind !== 'controller')
      throw new UsageError(`\`${kind}\` cannot be generated: turnout generate controller <name>`)
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const stubs = await controllerStubs(name!, table.manifest, project)
    writeStubs(stubs)
    const { shownFile: file, actions } = stubs
    if (json === true) host.out(JSON.stringify({ file, actions }, null, 2))
    else if (actions.length === 0) host.out(`${file} has all its actions.`)
    else host.out(`Wrote ${actions.join(', ')} to ${file}.`)
    return 0
  },
})
