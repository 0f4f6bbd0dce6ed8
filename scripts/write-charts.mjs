// Draws the charts of docs/benchmarks.md from the tables of bench/README.md, and writes the page's sections about them:
//   node scripts/write-charts.mjs
// The page shows charts in their original size: one fits on a phone, and two side by side on larger screens.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../', import.meta.url)

/**
 * The charts, each with its table. `table` identifies a table by the heading above it and the start of its first cell;
 * `row`, `column` and `columns` select the cells that become bars.
 */
const CHARTS = [
  ...['169', '203', '1000', '10000'].map((routes) => ({
    file: `match-${routes}`,
    section: 'Matching',
    title: `A match, ${grouped(routes)} routes`,
    unit: 'ns',
    table: [`${routes} routes: ns per match`, 'requests'],
    row: 'mixed',
    columns: ['floor', 'turnout', 'mapl', 'memoirist', 'rou3', 'find-my-way', 'trek-router'],
  })),
  ...['169', '1000'].map((routes) => ({
    file: `size-${routes}`,
    section: 'Size',
    title: `In a bundle, ${grouped(routes)} routes`,
    unit: 'bytes gzip',
    table: ['size', 'router'],
    column: `${routes} routes`,
  })),
  ...['169', '1000'].map((routes) => ({
    file: `cold-${routes}`,
    section: 'Start',
    title: `The first match, ${grouped(routes)} routes`,
    unit: 'ms',
    table: ['cold', ''],
    row: `import + first match, ${routes} routes, ms`,
  })),
  ...['200', '2,000'].map((routes) => ({
    file: `serve-${routes.replace(',', '')}`,
    section: 'Serving',
    title: `A request, ${routes} routes`,
    unit: 'µs',
    table: ['serve', 'µs'],
    row: `${routes} routes`,
  })),
  {
    file: 'compile',
    section: 'Compiling',
    title: 'Route files to modules',
    unit: 'ms, by routes',
    table: ['compile', 'routes'],
    column: 'modules, ms',
    own: /./,
  },
  {
    file: 'edit',
    section: 'Compiling',
    title: 'An edit reaches the page',
    unit: 'ms, by routes',
    table: ['edit', 'routes'],
    column: 'in the page, ms: median',
    own: /./,
  },
]

/** The introduction of each section, before its charts. */
const WORDS = {
  Matching:
    'The time to match one request. As on a real server, a few routes get most requests. “floor” only finds the slashes of the path. In all pictures, shorter is better.',
  Size: 'The size of `match` and its table in a bundle. The table of Turnout contains names, controllers, actions, formats and the order of declaration. The tables of the other routers contain only a number for each route.',
  Start:
    'The time for the import and the first match in a new process, minus the time for the import of an empty module.',
  Serving:
    'The processor time from a `Request` to its `Response`, without a server. Node spends most of it on the `Response`.',
  Compiling:
    'The time that Turnout adds to a build, and the time from an edit of a route file until the page in the browser shows it.',
}

const WIDTH = 306
const LABELS = 84
const VALUES = 52
const LINE = 24

/** Returns the generated files by path in `docs/`, given the content of `bench/README.md` and of the page. */
export function charts(readme, page) {
  const files = new Map()
  const sections = new Map()
  for (const chart of CHARTS) {
    const { bars, notes } = barsOf(readme, chart)
    files.set(`benchmarks/${chart.file}.svg`, picture(chart, bars, notes))
    const image = `![${words(chart, bars, notes)}](benchmarks/${chart.file}.svg)`
    sections.set(chart.section, [...(sections.get(chart.section) ?? []), image])
  }
  const text = [...sections].map(([name, images]) => `## ${name}\n\n${WORDS[name]}\n\n${images.join('\n')}\n`)
  const [pageStart, , generated] = page.split(/(<!-- charts[^>]*-->\n)/)
  if (generated === undefined) throw new Error('docs/benchmarks.md has no line `<!-- charts … -->`.')
  files.set('benchmarks.md', `${pageStart}${/<!-- charts[^>]*-->\n/.exec(page)[0]}\n${text.join('\n')}`)
  return files
}

/** Returns the figures of a chart. @throws Error if the table does not contain them */
function barsOf(readme, { table: [heading, first], row, column, columns }) {
  const section = readme.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? ''
  const tables = [...section.matchAll(/(?:^\|.*\|\n)+/gm)].map(([text]) => cellsOf(text))
  const table = tables.find(([[cell]]) => cell.startsWith(first))
  if (table === undefined) throw new Error(`bench/README.md has no table of \`${first}\` under “${heading}”.`)
  const [head, , ...rows] = table
  const pairs =
    row === undefined
      ? rows.map((cells) => [cells[0], cells[head.indexOf(column)]])
      : (columns ?? head.slice(1)).map((name) => [name, rows.find(([label]) => label === row)?.[head.indexOf(name)]])
  const bars = pairs.map(([label, cell]) => ({ label, cell, value: Number(cell?.replaceAll(',', '')) }))
  if (bars.length === 0 || bars.some(({ value }) => Number.isNaN(value)))
    throw new Error(
      `The table of “${heading}” does not have the cells that its picture shows: ${JSON.stringify(pairs)}`,
    )
  // The lines below the table report routers with wrong results.
  const wrong = [...section.matchAll(/^(\S+): (\d+ wrong answers?)$/gm)]
  return { bars, notes: wrong.filter(([, name]) => bars.some(({ label }) => label === name)).map(([note]) => note) }
}

function cellsOf(table) {
  const lines = table.trim().split('\n')
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Returns a chart as SVG. It has its own background, so that it is readable on every page. */
function picture({ title, unit, own = /^turnout$/ }, bars, notes) {
  const height = 56 + bars.length * LINE + notes.length * 18
  const longest = Math.max(...bars.map(({ value }) => value))
  const room = WIDTH - 32 - LABELS - VALUES
  const lines = bars.map(({ label, cell, value }, at) => {
    const y = 44 + at * LINE
    const length = Math.max(1, Math.round((value / longest) * room * 10) / 10)
    const isOwn = own.test(label)
    return [
      `  <text x="${16 + LABELS - 8}" y="${y + 14}" text-anchor="end"${isOwn ? ' class="own"' : ''}>${label}</text>`,
      `  <rect x="${16 + LABELS}" y="${y + 3}" width="${length}" height="${LINE - 8}" rx="2" class="${isOwn ? 'ours' : label === 'floor' ? 'floor' : 'theirs'}" />`,
      `  <text x="${16 + LABELS + length + 6}" y="${y + 14}"${isOwn ? ' class="own"' : ''}>${grouped(cell)}</text>`,
    ].join('\n')
  })
  const below = notes.map(
    (note, at) => `  <text x="16" y="${44 + bars.length * LINE + 16 + at * 18}" class="unit">${note}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
  <title id="title">${title}, ${unit}</title>
  <style>
    text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: #3c3c43; }
    .own, .title { font-weight: 600; fill: #1b1b1f; }
    .unit { fill: #67676c; }
    .back { fill: #f6f6f7; }
    .ours { fill: #0b6a4d; }
    .theirs { fill: #a9a9b2; }
    .floor { fill: #d3d3d8; }
    @media (prefers-color-scheme: dark) {
      text { fill: #dfdfd6; }
      .own, .title { fill: #ffffff; }
      .unit { fill: #a3a3a8; }
      .back { fill: #202127; }
      .ours { fill: #63d6aa; }
      .theirs { fill: #6b6b75; }
      .floor { fill: #45454d; }
    }
  </style>
  <rect class="back" width="${WIDTH}" height="${height}" rx="8" />
  <text x="16" y="27"><tspan class="title">${title}</tspan><tspan class="unit" dx="8">${unit}</tspan></text>
${[...lines, ...below].join('\n')}
</svg>
`
}

/** Returns the alternative text of a chart. */
function words({ title, unit }, bars, notes) {
  const figures = bars.map(({ label, cell }) => `${label}: ${grouped(cell)}`).join(', ')
  return `${title}, in ${unit} – ${figures}.${notes.map((note) => ` ${note}.`).join('')}`
}

/** `10000` as `10,000`; decimals stay as they are. */
function grouped(text) {
  return text.replaceAll(',', '').replace(/^\d+/, (number) => Number(number).toLocaleString('en'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file) => readFileSync(new URL(file, ROOT), 'utf8')
  const folder = new URL('docs/benchmarks/', ROOT)
  const made = charts(read('bench/README.md'), read('docs/benchmarks.md'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of made) writeFileSync(new URL(`docs/${file}`, ROOT), text)
}
