// The pictures of docs/benchmarks.md show what the tables of bench/README.md say.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './pages.ts'

const { charts } = (await import(path.join(ROOT, 'scripts/write-charts.mjs'))) as {
  charts(readme: string, page: string): ReadonlyMap<string, string>
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const README = read('bench/README.md')

test('the pictures and their words are current', () => {
  const made = charts(README, read('docs/benchmarks.md'))
  // `node scripts/write-charts.mjs` writes them.
  for (const [file, text] of made) expect(read(`docs/${file}`), file).toBe(text)
  const pictures = [...made.keys()].filter((file) => file.endsWith('.svg')).map((file) => path.basename(file))
  expect(readdirSync(path.join(ROOT, 'docs/benchmarks')).sort()).toEqual(pictures.sort())
})

test('bars are as long as the figures beside them say', () => {
  const bars = [
    ...read('docs/benchmarks/match-1000.svg').matchAll(
      />([\w-]+)<\/text>\n.* width="([\d.]+)".*\n.*>([\d,.]+)<\/text>/g,
    ),
  ].map(([, label, width, figure]) => ({ label, width: Number(width), figure: Number(figure!.replace(',', '')) }))
  const [, row] = /^#### 1000 routes.*?^\| mixed +\|(.*?)\|$/ms.exec(README)!
  const figures = row!.split('|').map((cell) => Number(cell))
  expect(bars.map(({ label }) => label)).toEqual([
    'floor',
    'turnout',
    'mapl',
    'memoirist',
    'rou3',
    'find-my-way',
    'trek-router',
  ])
  expect(bars.map(({ figure }) => figure)).toEqual(figures.slice(0, 7))
  // What is left beside the labels and the figures.
  const room = 138
  const longest = Math.max(...figures)
  for (const { width, figure } of bars) expect(Math.abs(width - (figure / longest) * room)).toBeLessThan(0.1)
})

test('a table without what a picture shows is said to be so', () => {
  const page = '<!-- charts -->\n'
  expect(() => charts(README.replace('| mixed  ', '| mixed up'), page)).toThrow(
    '“169 routes: ns per match” does not have',
  )
  expect(() => charts(README.replace('## cold', '## warm'), page)).toThrow('no table of `` under “cold”')
  expect(() => charts(README, '# Benchmarks\n')).toThrow('<!-- charts')
})
