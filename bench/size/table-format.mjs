// The packed route table, compared with the simplest JSON format that holds the same data:
//
//   node bench/size/table-format.mjs
//
// The JSON is a list of routes. Each has its name, its controller, its action and its paths, with literals in full. Its
// reader walks each path from the root and creates the missing nodes. Both readers return the same nodes. The tables are
// those of the recorded applications, and synthetic ones.
//
// Sizes are of the table as a string in a module, and of a bundle with `match`, after gzip. The time is that of importing
// the bundle and of the first match, in processes of their own, which alternate: medians of RUNS. It is CPU time.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, runnerImport } from 'vite'

const RUNS = Number(process.env.RUNS ?? 21)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Lets the encoder keep the entries that it encodes. */
const keepEntries = {
  name: 'keep-entries',
  transform(code, id) {
    if (!id.endsWith('/encode-table.ts')) return
    const start = 'export function encodeTable(entries: readonly TableEntry[]): EncodedTable {'
    if (!code.includes(start)) throw new Error('`encodeTable` has changed.')
    return code.replace(start, `${start}\n  ;(globalThis as any).tableEntries = entries`)
  },
}

async function load(file) {
  const source = (name) => `${root}packages/${name}/src/index.ts`
  const resolve = { alias: { '@turnout/compiler': source('compiler'), '@turnout/runtime': source('runtime') } }
  const config = { root, configFile: false, logLevel: 'silent', resolve, plugins: [{ ...keepEntries, enforce: 'pre' }] }
  return (await runnerImport(`${root}packages/compiler/${file}`, config)).module
}

/**
 * Writes the entries as JSON.
 *
 *     table := [nodes, entries, captures, log2(slots), log2(kept), route…]
 *     route := [name, controller, action, variant…]
 *     variant := [steps, verb, format, functionsNumber, shape]
 *     step  := literal | 0 for a param | [program, captures]
 */
function jsonTable(entries, sizes, { shapes, otherShapes }) {
  const numbers = new Map()
  shapes.forEach((names, index) => numbers.set(names.join(), index + 1))
  const firstOther = 64 * Math.ceil((shapes.length + 1) / 64)
  otherShapes.forEach((names, index) => numbers.set(`${names.join()} `, firstOther + index))
  const routes = []
  for (const { steps, verb, format, functionsNumber, route } of entries) {
    if (route !== null) routes.push([route.name, route.controller, route.action])
    const names = steps.flatMap((step) =>
      step.kind === 'literal' ? [] : step.kind === 'param' ? [step.name] : step.names,
    )
    const isCertain = steps.every(({ kind }) => kind !== 'program')
    const shape = names.length === 0 ? 0 : (isCertain && numbers.get(names.join())) || numbers.get(`${names.join()} `)
    if (shape === undefined) throw new Error(`There is no shape for ${names}.`)
    const path = steps.map((step) =>
      step.kind === 'literal' ? step.text : step.kind === 'param' ? 0 : [step.program, step.captures],
    )
    routes.at(-1).push([path, verb, format, functionsNumber === null ? 0 : functionsNumber + 1, shape])
  }
  return JSON.stringify([...sizes, ...routes])
}

/** The reader of the JSON, as the module `route-table.js` of the built runtime. */
const READER = `import { createLiterals } from './literals.js'
export function readTable(verbs, words, json, keyOf) {
  const [nodeCount, entryCount, captures, slots, kept, ...routes] = JSON.parse(json)
  const size = 6 + verbs
  const nodes = new Int32Array(size * nodeCount)
  const entries = new Int32Array(5 * (1 + entryCount))
  const find = createLiterals(slots, keyOf)
  const labels = []
  const lasts = new Int32Array(nodes.length)
  let end = size
  let entry = entries.length
  nodes[3] = entry
  for (const [name, controller, action, ...variants] of routes) {
    const route = labels.length
    labels.push(name, controller, action)
    for (const [steps, verb, format, functionsNumber, shape] of variants) {
      entry -= 5
      let node = 0
      nodes[4] |= 1 << verb
      for (const step of steps) {
        const parent = node
        if (step === 0) node = nodes[parent]
        else if (typeof step === 'string') node = find(parent, step, 0, step.length)
        else for (node = nodes[parent + 2]; node !== 0 && nodes[node - 2] !== step[0]; ) node = nodes[node - 1]
        if (node === 0) {
          node = typeof step === 'object' ? end + size : end
          end = node + size
          nodes[node + 3] = entry
          if (step === 0) nodes[parent] = node
          else if (typeof step === 'string') {
            find(parent, step, 0, step.length, node)
            nodes[parent + 1] |= 1 << step.charCodeAt(0)
          } else {
            ;[nodes[node - 2], nodes[node - 3]] = step
            let slot = parent + 2
            while (nodes[slot] !== 0) slot = nodes[slot] - 1
            nodes[slot] = node
          }
        }
        nodes[node + 4] |= 1 << verb
      }
      entries[entry + 1] = format
      entries[entry + 2] = functionsNumber
      entries[entry + 3] = shape
      entries[entry + 4] = route
      const column = node + 5 + verb
      if (nodes[column] === 0) nodes[column] = entry
      else entries[lasts[column]] = entry
      lasts[column] = entry
    }
  }
  return [nodes, entries, labels, find, captures, kept]
}
`

/** Bundles a module with a copy of the runtime. */
async function bundle(folder, name, code) {
  const input = path.join(folder, `${name}.js`)
  writeFileSync(input, `${code}\n`)
  const { output } = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input, output: { format: 'es' }, preserveEntrySignatures: 'strict' },
    },
    resolve: { alias: { '@turnout/runtime': path.join(folder, name, 'index.js') } },
  })
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, output[0].code)
  return file
}

const START = `const start = process.cpuUsage()
const { match } = await import(process.argv[1])
const found = match('GET', process.argv[2])
const { user, system } = process.cpuUsage(start)
process.stdout.write(JSON.stringify([(user + system) / 1000, found?.name ?? null, found?.controller ?? null]))`

function firstMatch(file, request) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', START, file, request], {
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const zipped = (text) => gzipSync(text, { level: 9 }).length
const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`

const { readCorpus } = await load('test/conformance/corpus.ts')
const { replay } = await load('test/conformance/replay.ts')
const { compileRoutes } = await load('src/index.ts')
const { emitModule } = await load('src/phases/5-emit/emit-module.ts')

const times = (count, declare) => {
  for (let index = 0; index < count; index += 1) declare(index)
}
const applications = ['applications', 'applications-2', 'applications-3']
  .flatMap((file) => readCorpus(file))
  .filter(({ id }) => id.startsWith('app'))
/** Tables with fewer entries are parts of an application. */
const MIN_ENTRIES = 50
const TABLES = [
  ...applications.map(({ id, tree, rails }) => [id, (r) => replay(r, tree), rails]),
  ['125 resources', (r) => times(125, (index) => r.resources(`widget${index}s`))],
  ['1,250 resources', (r) => times(1250, (index) => r.resources(`widget${index}s`))],
  [
    '300 nested resources',
    (r) =>
      times(300, (index) =>
        r.resources(`r${index}`, () => (r.resources('comments'), r.member(() => r.get('preview')))),
      ),
  ],
  [
    '1,000 paths',
    (r) => times(1000, (index) => r.get(`a${index % 40}/b${index % 25}/c${index}/:id`, { to: `c${index}#show` })),
  ],
]

console.log(
  '| table | entries | packed, B | JSON, B | ratio | bundle, packed, B | bundle, JSON, B | ratio | first match, packed, ms | JSON, ms |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
const ratios = []
for (const [name, declare, rails] of TABLES) {
  const { manifest } = compileRoutes(declare, { ...(rails && { rails }), callables: 'by-name' })
  // Route files that draw others have no table here.
  if (manifest === null) continue
  const { code } = emitModule({ ...manifest, resolves: [], directs: [] }, { positions: false })
  const entries = globalThis.tableEntries
  if (entries.length < MIN_ENTRIES) continue
  const [, indent, words, table] =
    /openTable\(\n( *)'[^\n]*,\n *('(?:\\.|[^'\\])*'),\n *('(?:\\.|[^'\\])*'),\n/.exec(code) ?? []
  if (indent === undefined) throw new Error('The emitted call of `openTable` has changed.')
  const sizes = JSON.parse(table.slice(1, -1)).slice(0, 5)
  // The names of the parameters, as the emitted functions have them.
  const { encodeTable } = await load('src/matcher/encode-table.ts')
  const json = quoted(jsonTable(entries, sizes, encodeTable(entries)))
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-table-'))
  try {
    for (const format of ['packed', 'json'])
      cpSync(`${root}packages/runtime/dist`, path.join(folder, format), { recursive: true })
    const file = path.join(folder, 'json/route-table.js')
    if (!readFileSync(file, 'utf8').includes('function readTable(')) throw new Error('The runtime has changed.')
    writeFileSync(file, READER)
    const matchOnly = (text) => `${text.replace(/^export /gm, '')}\nexport { match }`
    const withJson = code.replace(words, () => (words.includes('%') ? `'%'` : `''`)).replace(table, () => json)
    const files = {
      packed: await bundle(folder, 'packed', matchOnly(code.replace(/^export \* as default.*$/m, ''))),
      json: await bundle(folder, 'json', matchOnly(withJson.replace(/^export \* as default.*$/m, ''))),
    }
    const route = manifest.routes.findLast(
      ({ verbs, segments }) => verbs.includes('GET') && segments[0]?.kind === 'static',
    )
    const request = route.pattern.replace(/\(.*\)/g, '').replace(/[:*]\w+/g, '1')
    const samples = { packed: [], json: [] }
    for (let run = 0; run < RUNS; run++) {
      const [packed, simple] = [firstMatch(files.packed, request), firstMatch(files.json, request)]
      if (packed[1] !== simple[1] || packed[2] !== simple[2])
        throw new Error(`${name}: ${request}: ${packed} ${simple}`)
      samples.packed.push(packed[0])
      samples.json.push(simple[0])
    }
    const tableSizes = [zipped(words + table), zipped(json)]
    const bundleSizes = [files.packed, files.json].map((output) => zipped(readFileSync(output)))
    const ratio = tableSizes[1] / tableSizes[0]
    const bundleRatio = bundleSizes[1] / bundleSizes[0]
    if (rails !== undefined) ratios.push([ratio, bundleRatio, median(samples.json) / median(samples.packed)])
    const cells = [name, entries.length, ...tableSizes, ratio.toFixed(2), ...bundleSizes, bundleRatio.toFixed(2)]
    console.log(`| ${[...cells, median(samples.packed).toFixed(2), median(samples.json).toFixed(2)].join(' | ')} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const [table, bundled, time] = [0, 1, 2].map((column) => median(ratios.map((row) => row[column])).toFixed(2))
console.log(`\nJSON to packed, median of the applications: table ${table}, bundle ${bundled}, first match ${time}`)
