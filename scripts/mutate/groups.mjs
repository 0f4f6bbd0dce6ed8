// The groups of mutated files, by the name that `npm run mutate -- NAME` takes, each with the tests that may kill its mutants.
//
// The tests are few and fast, so that a survivor shows the missing test. Tests that take a second or more are left out
// (`except`: parts of their titles), because each survivor has to pass all of them.

const EXPAND = 'packages/compiler/src/phases/2-expand/'
const PATTERNS = 'packages/compiler/src/patterns/'
const PLUGIN = 'packages/vite-plugin/src/'

const compiling = [
  { place: 'packages/compiler/src/compile.test.ts', stateless: true },
  { place: 'packages/compiler/test/diagnostics/examples.test.ts', except: ['too-many-routes'], stateless: true },
]

/** A folder of the plugin, with the tests in it. */
const pluginFolder = (name) => ({
  mutate: [`${PLUGIN}${name}/**/*.ts`],
  leastScore: 90,
  unitTests: [{ place: `${PLUGIN}${name}/`, stateless: true }],
})

export const groups = {
  runtime: {
    mutate: ['packages/runtime/src/**/*.ts'],
    leastScore: 95,
    unitTests: [
      { place: 'packages/runtime/src/' },
      { place: 'packages/compiler/test/answers.test.ts', stateless: true },
    ],
  },
  server: {
    mutate: ['packages/server/src/**/*.ts'],
    leastScore: 95,
    unitTests: [
      { place: 'packages/server/src/' },
      { place: 'packages/server/src/contracts/', except: ['random', 'a limited number of times'] },
    ],
  },
  expand: {
    mutate: [`${EXPAND}**/*.ts`],
    leastScore: 95,
    unitTests: [
      { place: EXPAND, stateless: true },
      ...compiling,
      { place: 'packages/compiler/test/expand/', stateless: true },
      { place: 'packages/compiler/test/diagnostics/remarks.test.ts', stateless: true },
      { place: 'packages/compiler/test/hostile/compile.test.ts', except: ['size-017', 'size-022'], stateless: true },
      { place: 'packages/compiler/test/conformance/routes.test.ts', except: ['generated-'], stateless: true },
    ],
  },
  patterns: {
    mutate: [`${PATTERNS}**/*.ts`],
    leastScore: 90,
    // Not stateless: the modules keep the facts about each regular expression.
    unitTests: [
      ...['pattern', 'regexp', 'automata', 'routes'].map((folder) => ({ place: `${PATTERNS}${folder}/` })),
      { place: 'packages/compiler/test/patterns/', except: ['forgets states'] },
      { place: 'packages/compiler/test/patterns/', except: ['needs no automaton'] },
      { place: 'packages/compiler/test/diagnostics/remarks.test.ts' },
    ],
  },
  serve: pluginFolder('serve'),
  'dev-pages': {
    mutate: ['packages/vite-plugin/src/dev-pages/**/*.ts'],
    leastScore: 90,
    unitTests: [{ place: 'packages/vite-plugin/src/dev-pages/', stateless: true }],
  },
  evaluate: {
    mutate: ['packages/vite-plugin/src/evaluate/**/*.ts'],
    leastScore: 90,
    unitTests: [{ place: 'packages/vite-plugin/src/evaluate/', stateless: true }],
  },
  modules: pluginFolder('modules'),
  dev: pluginFolder('dev'),
  build: pluginFolder('build'),
}
