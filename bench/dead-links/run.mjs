// The time that `@turnout/links` adds to parsing 2,000 modules, and to an edit of one module:
//
//   node bench/dead-links/run.mjs [modules]        (after `npm run build`)
//
// Each module has 60 lines of React with 8 links, half of them templates, to a table of 504 routes. "Parsing" reads and parses
// the same files with the same parser. The figures are medians of the processor time of five runs. "An edit" is the mean of
// 50 checks of one module each, by a checker that has seen no file before.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import { LinkChecker } from '@turnout/links'
import { parseSync } from 'vite'

const RUNS = 5
const count = Number(process.argv[2] ?? 2000)
const names = Array.from({ length: 63 }, (_, index) => `things${index}`)
const { manifest } = compileRoutes((r) => {
  for (const name of names) r.resources(name)
})
const root = mkdtempSync(path.join(tmpdir(), 'turnout-bench-links-'))
const vite = path.dirname(path.dirname(new URL(import.meta.resolve('vite')).pathname))
mkdirSync(path.join(root, 'src'))
writeFileSync(path.join(root, 'package.json'), '{}')

function moduleText(index) {
  const links = Array.from({ length: 8 }, (_, at) => {
    const name = names[(index + at) % names.length]
    return at % 2 === 0 ? `<a href={\`/${name}/\${item${index}.id}/edit\`}>Edit</a>` : `<a href="/${name}">All</a>`
  })
  const lines = Array.from(
    { length: 24 },
    (_, at) => `  const value${at} = useMemo(() => compute(item${index}, ${at}), [item${index}])`,
  )
  return [
    `import { useMemo } from 'react'`,
    `import { compute } from './compute'`,
    `export function Component${index}({ item${index} }: { item${index}: { id: string; title: string } }) {`,
    ...lines,
    '  return (',
    '    <ul>',
    ...links.map((link) => `      <li className="item" title={value1}>\n        ${link}\n      </li>`),
    '    </ul>',
    '  )',
    '}',
    '',
  ].join('\n')
}

const files = Array.from({ length: count }, (_, index) => path.join(root, 'src', `component-${index}.tsx`))
for (const [index, file] of files.entries()) writeFileSync(file, moduleText(index))

const project = () => ({
  root,
  manifest,
  routeFiles: [],
  compile: {},
  vite: { publicDir: '', build: { outDir: 'dist', assetsDir: 'assets' }, server: {} },
  options: {},
})

/** Vite creates the tree only when the property is read. */
function parse(file) {
  return parseSync(file, readFileSync(file, 'utf8'), { lang: 'tsx' }).program
}

function parseAll() {
  for (const file of files) parse(file)
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Returns the processor time of a function in ms, which other work on the machine affects less than its time. */
async function time(run) {
  const begun = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

mkdirSync(path.join(root, 'node_modules'))
symlinkSync(path.dirname(vite), path.join(root, 'node_modules/vite'))

const parsing = []
const checking = []
const editing = []
let report
for (let run = 0; run <= RUNS; run += 1) {
  const parsed = await time(parseAll)
  const checker = new LinkChecker(project())
  const checked = await time(async () => (report = await checker.checkAll()))
  const newChecker = new LinkChecker(project())
  const edited = await time(async () => {
    for (let index = 0; index < 50; index += 1) await newChecker.check(`src/component-${(index * 37) % count}.tsx`)
  })
  const parsedAgain = await time(() => {
    for (let index = 0; index < 50; index += 1) {
      parse(files[(index * 37) % count])
    }
  })
  // The first run loads and compiles the code.
  if (run === 0) continue
  parsing.push(parsed)
  checking.push(checked)
  editing.push((edited - parsedAgain) / 50)
}
rmSync(root, { recursive: true })
const links = report.files.reduce((sum, file) => sum + file.linkCount, 0)
console.log('| modules | links | parsing, ms | check, ms | more than parsing, ms | an edit, ms more |')
console.log('| ------- | ----- | ----------- | --------- | --------------------- | ---------------- |')
const [parsed, checked] = [median(parsing), median(checking)]
console.log(
  `| ${count} | ${links} | ${Math.round(parsed)} | ${Math.round(checked)} | ${Math.round(checked - parsed)} | ${median(editing).toFixed(2)} |`,
)
