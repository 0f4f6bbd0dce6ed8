// What the analysis adds to the time of a compilation, at about 10,000 routes.
//
//   node bench/analyse/time.mjs
//
// "manifest" is evaluate, expand and the manifest, from a block in memory; "emit" is the text of `virtual:routes` and of
// its types; "analyse" is all checks of the third phase. The first ratio is to the manifest alone, the second to both:
// from source to emitted modules.
// Medians of 9 rounds after 3 to warm up; a ratio is the median of the rounds' ratios. The time is that of the
// processor, V8's helper threads included: on a machine that does other things as well the clock says little.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const load = async (path) =>
  (await runnerImport(`${root}packages/compiler/src/${path}`, { root, configFile: false, logLevel: 'silent' })).module
const { Diagnostics } = await load('diagnostics/collector.ts')
const { evaluate } = await load('phases/1-evaluate/evaluate.ts')
const { expand } = await load('phases/2-expand/expand.ts')
const { analyse } = await load('phases/4-analyse/analyse.ts')
const { freeze } = await load('phases/3-freeze/freeze.ts')
const { emitModule } = await load('phases/5-emit/emit-module.ts')
const { emitTypes } = await load('phases/5-emit/emit-types.ts')

const times = (count, each) => {
  for (let index = 0; index < count; index += 1) each(index)
}
const tables = {
  resources: (r) => times(1250, (i) => r.resources(`r${i}`)),
  'nested resources': (r) =>
    times(600, (i) =>
      r.resources(`r${i}`, () => {
        r.resources('comments')
        r.member(() => r.get('preview'))
      }),
    ),
  'in (:locale)': (r) => r.scope('(:locale)', { locale: /en|de/ }, () => times(1250, (i) => r.resources(`r${i}`))),
  'id: /\\d+/': (r) => times(1250, (i) => r.resources(`r${i}`, { id: /\d+/ })),
  ':x/lit, res/:y': (r) =>
    times(5000, (i) => {
      r.get(`:x/lit${i}`, { to: 'x#y' })
      r.get(`res${i}/:y`, { to: 'x#y' })
    }),
  'a glob last': (r) => {
    times(1250, (i) => r.resources(`r${i}`))
    r.get('*path', { to: 'x#y' })
  },
  'half unreachable': (r) => times(625, (i) => times(2, (j) => r.resources(`r${i}`, { as: `n${j}_${i}` }))),
  'all behind a glob': (r) => {
    r.get('*path', { to: 'x#y' })
    times(1250, (i) => r.resources(`r${i}`))
  },
  ':a-x1, :a-x2, …': (r) => times(10000, (i) => r.get(`:a-x${i}`, { to: 'x#y' })),
  'lattice of 12': (r) =>
    times(4096, (bits) => {
      const segments = Array.from({ length: 12 }, (_, i) => ((bits >> i) & 1 ? `:p${i}` : 'a'))
      r.get(`${segments.join('/')}/end`, { to: 'x#y' })
    }),
}

const placeOf = (site) => () => site && { file: site.url, line: site.line, column: site.column }

/** In milliseconds. */
function cpuTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function measure(block) {
  const diagnostics = new Diagnostics()
  const started = cpuTime()
  const declarations = evaluate({ file: 'routes', block }, diagnostics, placeOf).next().value
  const set = expand(declarations, {}, { diagnostics, locatorOf: placeOf, exportName: () => null })
  const frozen = freeze(set, () => null, diagnostics, placeOf)
  const compiled = cpuTime()
  analyse(frozen, 'camelCase', diagnostics)
  const analysed = cpuTime()
  const { manifest } = frozen
  emitModule(manifest, {})
  emitTypes(manifest, {})
  return {
    routes: manifest.routes.length,
    manifest: compiled - started,
    analyse: analysed - compiled,
    emit: cpuTime() - analysed,
    found: diagnostics.all.length,
  }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]

console.log(
  '| table               | routes | manifest ms | emit ms | analyse ms | of manifest | of all | diagnostics |',
)
console.log(
  '| ------------------- | -----: | ----------: | ------: | ---------: | ----------: | -----: | ----------: |',
)
for (const [name, block] of Object.entries(tables)) {
  const rounds = Array.from({ length: 12 }, () => measure(block)).slice(3)
  const of = (value) => median(rounds.map(value))
  const cells = [
    name.padEnd(19),
    String(rounds[0].routes).padStart(6),
    of((round) => round.manifest)
      .toFixed(0)
      .padStart(11),
    of((round) => round.emit)
      .toFixed(0)
      .padStart(7),
    of((round) => round.analyse)
      .toFixed(0)
      .padStart(10),
    of((round) => round.analyse / round.manifest)
      .toFixed(2)
      .padStart(11),
    of((round) => round.analyse / (round.manifest + round.emit))
      .toFixed(2)
      .padStart(6),
    String(rounds[0].found).padStart(11),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
