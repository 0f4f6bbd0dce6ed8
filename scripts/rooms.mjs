// The folders of each package in their order: a room may import from itself, and from the rooms above it. `npm run imports`
// checks the rule. ARCHITECTURE.md has a diagram of the rooms, and a test compares it with this list.

/** The folders and files of each room. Folders end with a slash; files are directly in `src`. */
export const ROOMS = {
  runtime: [[[''], 'what production imports: matching and links']],
  server: [[[''], 'what servers import: dispatch and contracts']],
  navigation: [[[''], 'the client navigation: links, data, history']],
  compiler: [
    [['collections.ts'], 'maps whose entries are created on first use'],
    [
      ['patterns/requirement.ts', 'patterns/once-per-requirement.ts'],
      'what a requirement is; what is computed once for each',
    ],
    [['patterns/pattern/'], 'path patterns: parsed, joined, printed'],
    [['patterns/regexp/'], 'regular expressions as trees and sets of characters'],
    [['patterns/automata/'], 'sets of strings: automata, scanners, paths in common; proofs of linear time'],
    [['patterns/routes/'], 'what a pattern with requirements matches, and the plan of the matcher'],
    [['matcher/'], "the matcher's table: converted from plans and encoded, or opened in this process"],
    [['diagnostics/'], 'the catalogue of codes; diagnostics: made, collected, printed'],
    [['manifest/'], 'the frozen route table; explanations and differences, and their words'],
    [['terminal/'], 'the same as text for terminals'],
    [['dsl-values.ts'], 'values of route files: maps, names, what is true in Ruby'],
    [['route.ts', 'dsl/', 'dsl.ts'], 'what route files import; the table of options'],
    [['names/', 'client-routes.ts'], 'names of helpers and exports; what clients see'],
    [['phases/budget.ts'], 'how much a table may come to'],
    [['phases/1-evaluate/'], 'blocks to declarations'],
    [['phases/2-expand/'], 'declarations to routes'],
    [['phases/3-freeze/'], 'routes to the manifest'],
    [['phases/4-analyse/'], 'what is wrong with the whole table'],
    [['phases/5-emit/'], 'the manifest to modules and declarations'],
    [['checks/'], "the table against the project's files"],
    [['compile.ts', 'index.ts'], 'the pipeline, and what the package exports'],
  ],
  adapters: [[[''], 'the table for React Router and vue-router']],
  exports: [[[''], 'the table as an OpenAPI document']],
  links: [[[''], 'dead links: found, compared with the table, fixed']],
  rails: [[[''], 'the table that a Rails server has printed']],
  inspector: [[[''], 'the page that shows the routes: its data, its doors']],
  'vite-plugin': [
    [
      [
        'dsl.ts',
        'contracts.ts',
        'navigation.ts',
        'react.ts',
        'vue.ts',
        'react-router.ts',
        'vue-router.ts',
        'declared.ts',
        'declared/',
      ],
      'what applications import, and their declarations',
    ],
    [['files/'], 'the files of a project: paths, states, reads and writes'],
    [['controllers/'], 'names of controllers and pages; their exports, read without running them'],
    [['evaluate/'], 'runs route files through Vite, and compiles them'],
    [['dev-pages/'], 'the pages of the dev server, from data to HTML'],
    [['ids.ts', 'packages.ts', 'options.ts', 'resolve-options.ts'], 'ids, packages that extend the core, options'],
    [['problems/'], 'diagnostics as Vite and terminals show them'],
    [['checks/'], "what the project's own modules are compared with"],
    [['project/'], 'the last compilation'],
    [['modules/', 'types/', 'build/'], 'what is served and written'],
    [['dev/'], 'one dev server'],
    [['serve/'], 'answers requests in dev'],
    [['plugin.ts', 'index.ts'], 'the hooks'],
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

/** The picture in ARCHITECTURE.md: the packages that have more than one room. */
export function picture() {
  return Object.entries(ROOMS)
    .filter(([, rooms]) => rooms.length > 1)
    .map(([pkg, rooms]) => {
      const names = rooms.map(([own]) => own.join(' '))
      const width = Math.max(...names.map((name) => name.length).filter((length) => length <= 30))
      const lineOf = (name, what) =>
        `  ${name.length > width ? `${name}\n  ${' '.repeat(width)}` : name.padEnd(width)}  ${what}`
      return [`packages/${pkg}/src`, ...rooms.map(([, what], i) => lineOf(names[i], what))].join('\n')
    })
    .join('\n\n')
}
