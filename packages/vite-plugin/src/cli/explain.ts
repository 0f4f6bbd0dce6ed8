import { explainRequest, suggestRequests } from '@turnout/compiler'
import { formatExplanation } from '@turnout/compiler/internal/terminal/format-explanation'
import { defineCommand, projectOptions, UsageError } from './command.ts'
import { typedRequest } from '@turnout/compiler/internal/manifest/explain'
import { readTable } from './problems.ts'

/** `turnout explain`: shows which route matches a request, and why each earlier route does not. */
export const explain = defineCommand({
  name: 'explain',
  usage: '[METHOD] <path>',
  summary: 'Show which route matches a request, and why.',
  description:
    'Turnout tries the routes in the order of their declaration, and the first route that matches handles the request. ' +
    'Routes whose first segment differs are only counted. The path can be a whole URL: conditions on the subdomain then ' +
    'use its host. Constraint functions are not called; the output names them.',
  positionals: { min: 1, max: 2 },
  options: {
    all: { type: 'boolean', short: 'a', help: 'Show every earlier route, even if its path is completely different.' },
    ip: { type: 'string', value: 'address', help: 'The address of the client, for routes with a condition on it.' },
    json: { type: 'boolean', help: 'Print the matching route, and every earlier route with its reason, as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout explain GET /photos/new', 'Is it photos#new, or photos#show with the id "new"?'],
    ['turnout explain /photos', 'The same as GET /photos.'],
    ['turnout explain DELETE https://api.example.org/photos/7', 'A request with a host.'],
  ],
  exitCodes: { 0: 'A route matches.', 1: 'No route matches.' },
  async run({ all: showsAll = false, ip, json, ...project }, positionals, host) {
    const [path, method] = positionals.length === 1 ? [positionals[0]!, 'GET'] : [positionals[1]!, positionals[0]!]
    if (!/^[a-z]+$/i.test(method)) throw new UsageError(`\`${method}\` is not a method of a request.`)
    if (/^[A-Z]+$/.test(path)) throw new UsageError(`The path is missing: turnout explain ${path} <path>`)
    const { target, request } = typedRequest(path)
    const loaded = await host.loadProject(project)
    const outcome = await readTable(loaded, host, json)
    if (outcome === null) return 2
    const attributes = { ...request, ...(ip !== undefined && { ip }), base: loaded.options.compile.base }
    const explanation = explainRequest(outcome.manifest, method.toUpperCase(), target, attributes)
    const suggestions = suggestRequests(outcome.manifest, explanation, attributes)
    if (json === true) host.out(JSON.stringify({ ...explanation, suggestions }, null, 2))
    else {
      const format = { all: showsAll, isCommand: true, width: host.columns, style: host.style.out, suggestions }
      host.out(formatExplanation(explanation, format))
    }
    return explanation.status === 'match' ? 0 : 1
  },
})
