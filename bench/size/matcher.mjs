// Bundle size of `match`, after Vite has minified it: `node bench/size/matcher.mjs`, after `npm run build`.
//
// "fixed" is a table of one route, less that route's own data: what every application pays. "per route" is what each
// table adds to that, divided by its routes: with names, controllers and actions, and as routing only for the others.
import { gzipSync } from 'node:zlib'
import { compileRoutes } from '@turnout/compiler'
import { bundle } from '../production.mjs'
import { compileTable } from '../match/tables.mjs'

const gzip = (text) => gzipSync(text, { level: 9 }).length

const one = await bundle(compileRoutes((r) => r.root('pages#home')).code)
const empty = await bundle('', 'export {}')
const fixed = gzip(one) - gzip(empty)
console.log('| table | bytes | gzip | gzip per route beyond the fixed part |')
console.log('|---|---|---|---|')
console.log(`| fixed part (one route) | ${one.length} | ${fixed} | |`)
for (const size of [169, 203, 1000, 10000]) {
  const text = await bundle(compileTable(size).code)
  const packed = gzip(text)
  console.log(`| ${size} routes | ${text.length} | ${packed} | ${((packed - fixed) / size).toFixed(2)} |`)
}
