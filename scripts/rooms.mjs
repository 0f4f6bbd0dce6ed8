// The folders of each package in their order: a room may import from itself, and from the rooms above it. `npm run imports`
// checks the rule. ARCHITECTURE.md has a diagram of the rooms, and a test compares it with this list.

/** The folders and files of each room. Folders end with a slash; files are directly in `src`. */
export const ROOMS = {
  compiler: [
    [['plain.ts', 'name.ts'], 'names, values'],
    [['route.ts', 'dsl/', 'dsl.ts'], 'what route files import; the table of options'],
    [['names/', 'client-routes.ts'], 'names of helpers and exports; what clients see'],
    [['phases/budget.ts'], 'how much a table may come to'],
    [['phases/1-evaluate/'], 'blocks to declarations'],
    [['phases/2-expand/'], 'declarations to routes'],
    [['phases/3-freeze/'], 'routes to the manifest'],
    [['phases/4-analyse/'], 'what is wrong with the whole table'],
    [['phases/5-emit/'], 'the manifest to text: the list of outputs'],
    [['checks/'], "the table against the project's files"],
    [
      ['compile.ts', 'compile-routes.ts', 'index.ts', 'internal.ts', 'phases.ts'],
      'the pipeline, and what the package exports',
    ],
  ],
  runtime: [[[''], 'what production imports: matching and links']],
  server: [[[''], 'what servers import: dispatch and contracts']],
  patterns: [
    [['requirement.ts', 'facts.ts'], 'what a requirement is; facts about it, each computed once'],
    [['pattern/'], 'path patterns: parsed, joined, printed'],
    [['regexp/'], 'regular expressions as trees and sets of characters'],
    [['automata/'], 'sets of strings: automata, scanners, paths in common; proofs of linear time'],
    [['routes/'], 'what a pattern with requirements matches, and the plan of the matcher'],
    [['index.ts', 'regexp.ts'], 'what the package exports'],
  ],
  diagnostics: [
    [
      [
        'location.ts',
        'describe.ts',
        'text.ts',
        'printable.ts',
        'display-width.ts',
        'nearest.ts',
        'did-you-mean.ts',
        'trace.ts',
      ],
      'places and words',
    ],
    [['catalog/', 'catalog.ts'], 'the catalogue of codes'],
    [
      ['diagnostic.ts', 'make-diagnostic.ts', 'collector.ts', 'source-text.ts', 'format.ts'],
      'diagnostics: made, collected, printed',
    ],
    [['index.ts'], 'what the package exports'],
  ],
  manifest: [
    [['manifest.ts', 'manifest-depth.ts'], 'the frozen route table'],
    [['verbs.ts', 'conditions.ts', 'answers-for-sure.ts', 'base.ts'], 'the requests that a route serves'],
    [['helper-params.ts', 'named-routes.ts'], 'names and parameters of helpers'],
    [['explain/', 'explain.ts'], 'asks the routes one by one, plainly'],
    [['diff/', 'diff.ts'], 'two tables'],
    [['print/', 'print.ts'], 'routes, explanations and differences in words'],
    [['index.ts'], 'what the package exports'],
  ],
  files: [[[''], 'the files of a project: paths, states, reads and writes']],
  evaluate: [
    [['common/'], 'what both threads know: messages, places, limits'],
    [['worker/'], 'runs route files, in a thread without Vite'],
    [['host/'], 'starts workers, answers their requests with Vite, and stops endless code'],
    [['index.ts'], 'what the package exports'],
  ],
  controllers: [
    [['names.ts', 'exports.ts', 'parse-module.ts'], 'names of files in routes; exports in syntax trees'],
    [['controller-reader.ts', 'find-contracts.ts'], 'the exports of files, and those with a contract'],
    [['index.ts'], 'what the package exports'],
  ],
  terminal: [[[''], 'routes, explanations and differences as text for terminals']],
  exports: [[[''], 'the table as an OpenAPI document']],
  rails: [[[''], 'the table that a Rails server has printed']],
  navigation: [[[''], 'the client navigation: links, data, history']],
  inspector: [[[''], 'the page that shows the routes: its data, its doors']],
  'dev-pages': [[[''], 'the pages of the dev server, from data to HTML']],
  'vite-plugin': [
    [
      ['dsl.ts', 'contracts.ts', 'navigation.ts', 'react.ts', 'vue.ts', 'declared.ts', 'declared/'],
      'what applications import, and their declarations',
    ],
    [
      ['ids.ts', 'packages.ts', 'options.ts', 'option-rules.ts', 'resolve-options.ts', 'files/'],
      'ids, packages that extend the core, options, paths',
    ],
    [['problems/'], 'diagnostics as Vite and terminals show them'],
    [['checks/'], "what the project's own modules are compared with"],
    [['project/'], 'the last compilation'],
    [['modules/', 'types/', 'build/'], 'what is served and written'],
    [['dev/'], 'one dev server'],
    [['serve/'], 'answers requests in dev'],
    [['plugin.ts', 'rollup.ts', 'index.ts'], 'the hooks'],
    [['cli/'], 'the command'],
  ],
}

const pathOf = (pkg, place) => `packages/${pkg}/src/${place}`

/** What dependency-cruiser forbids: from each room to those below it. */
export function forbidden() {
  const pattern = (pkg, places) => `^(?:${places.map((place) => pathOf(pkg, place).replaceAll('.', '\\.')).join('|')})`
  return Object.entries(ROOMS).flatMap(([pkg, rooms]) =>
    rooms.slice(0, -1).map(([places], index) => ({
      name: `${pkg}: ${places[0].replace(/\/$/, '')} stands above what it imports`,
      severity: 'error',
      from: { path: pattern(pkg, places), pathNot: '\\.test(?:-d)?\\.ts$' },
      to: {
        path: pattern(
          pkg,
          rooms.slice(index + 1).flatMap(([below]) => below),
        ),
      },
    })),
  )
}

/** Every file and folder that has a room, so that a new one without is noticed. */
export const places = (pkg) => ROOMS[pkg].flatMap(([own]) => own)

/** The picture in ARCHITECTURE.md. */
export function picture() {
  return Object.entries(ROOMS)
    .map(([pkg, rooms]) => {
      const names = rooms.map(([own]) => own.filter(Boolean).join(' ') || 'src')
      const width = Math.max(...names.map((name) => name.length))
      return [`packages/${pkg}/src`, ...rooms.map(([, what], i) => `  ${names[i].padEnd(width)}  ${what}`)].join('\n')
    })
    .join('\n\n')
}
