// Nanoseconds of a link: our helpers, compared with template strings and the link functions of other libraries.
//
//   node bench/links/run.mjs [rounds]        (after `npm run build`)
//
// The helpers come from `virtual:routes`; Vite bundles and minifies all modules. Each contestant has its own loop, because a
// shared loop would make each call megamorphic. Rounds are interleaved, and each call has different values; the times are
// lower quartiles of the rounds. Before timing, every link is compared with the template string's link.
//
// js-routes is missing, because a Ruby gem writes its code.
import { compileRoutes } from '@turnout/compiler'
import { bundle, writeModules } from '../production.mjs'

const ROUNDS = Number(process.argv[2] ?? 401)
const CALLS = 4_000

const { code } = compileRoutes((r) => {
  r.resources('photos', () => r.resources('comments'))
  r.resources('orders', { constraints: { id: /\d+/ } })
})

const ID = '${encodeURIComponent(id)}'
const OTHER = '${encodeURIComponent(other)}'
const SEARCH = "${new URLSearchParams({ by: 'name', page: i & 7 })}"

/** The imports of each contestant, and its links by kind, without the kinds that it does not support. */
const CONTESTANTS = {
  template: {
    entry: '',
    links: {
      one: `\`/photos/${ID}\``,
      oneByName: `\`/photos/${ID}\``,
      two: `\`/photos/${ID}/comments/${OTHER}\``,
      twoByName: `\`/photos/${ID}/comments/${OTHER}\``,
      query: `\`/photos/${ID}?${SEARCH}\``,
      queryByName: `\`/photos/${ID}?${SEARCH}\``,
      number: '`/orders/${encodeURIComponent(i)}`',
      encoded: "`/photos/${encodeURIComponent('é b' + id)}`",
    },
  },
  turnout: {
    entry: `export { photoPath, photoCommentPath, orderPath } from 'virtual:routes'`,
    links: {
      one: 'photoPath(id)',
      oneByName: 'photoPath({ id })',
      two: 'photoCommentPath(id, other)',
      twoByName: 'photoCommentPath({ photo_id: id, id: other })',
      query: "photoPath(id, { query: { by: 'name', page: i & 7 } })",
      queryByName: "photoPath(id, { by: 'name', page: i & 7 })",
      number: 'orderPath(i)',
      encoded: "photoPath('é b' + id)",
    },
  },
  'route-pattern': {
    entry: `import { RoutePattern } from '@remix-run/route-pattern'
      export { createHref } from '@remix-run/route-pattern/href'
      export const photo = RoutePattern.parse('/photos/:id')
      export const comment = RoutePattern.parse('/photos/:photo_id/comments/:id')`,
    links: {
      oneByName: 'createHref(photo, { id })',
      twoByName: 'createHref(comment, { photo_id: id, id: other })',
      query: "createHref(photo, { id }, { by: 'name', page: i & 7 })",
      encoded: "createHref(photo, { id: 'é b' + id })",
    },
  },
  'path-to-regexp': {
    entry: `import { compile } from 'path-to-regexp'
      export const photo = compile('/photos/:id')
      export const comment = compile('/photos/:photo_id/comments/:id')`,
    links: {
      oneByName: 'photo({ id: String(id) })',
      twoByName: 'comment({ photo_id: String(id), id: String(other) })',
      encoded: "photo({ id: 'é b' + id })",
    },
  },
  // It encodes nothing.
  regexparam: {
    entry: `export { inject } from 'regexparam'`,
    links: {
      oneByName: "inject('/photos/:id', { id })",
      twoByName: "inject('/photos/:photo_id/comments/:id', { photo_id: id, id: other })",
    },
  },
}

const KINDS = {
  one: 'one value',
  oneByName: '… by name',
  two: 'two values',
  twoByName: '… by name',
  query: 'a value and `query`',
  queryByName: '… by name',
  number: 'a number that must match `/\\d+/`',
  encoded: 'a value that has to be encoded',
}

/** Returns a module with a loop for each link, next to the imports of the contestant. */
function loopsOf(name, links) {
  const loops = Object.entries(links).map(
    ([kind, link]) => `export function ${kind}(ids, count) {
  let length = 0
  for (let i = 0; i < count; i++) {
    const id = ids[i & 1023], other = ids[(i * 7 + 3) & 1023]
    length += (${link}).length
  }
  return length
}
export const ${kind}Link = (id, other, i) => ${link}`,
  )
  return `import * as own from './${name}.mjs'\n${loops.join('\n').replace(/\b(?:photo|comment|createHref|inject|order)\w*(?=[(,])/g, 'own.$&')}`
}

const texts = {}
for (const [name, { entry, links }] of Object.entries(CONTESTANTS)) {
  texts[name] = entry && (await bundle(code, entry))
  texts[`${name}-loops`] = loopsOf(name, links)
}
const urls = writeModules(texts)
const loops = {}
for (const name of Object.keys(CONTESTANTS)) loops[name] = await import(urls[`${name}-loops`])

const ids = Array.from({ length: 1024 }, (_, index) => (index % 2 === 0 ? index * 7919 + 1 : `word-${index}`))
const wrong = new Set()
for (const [name, own] of Object.entries(loops)) {
  for (const kind of Object.keys(CONTESTANTS[name].links)) {
    for (let i = 0; i < 1024; i++) {
      const args = [ids[i], ids[(i * 7 + 3) & 1023], i]
      if (own[`${kind}Link`](...args) !== loops.template[`${kind}Link`](...args)) wrong.add(`${name}: ${kind}`)
    }
  }
}
for (const each of wrong) console.log(`${each}: another link than the template string`)

const times = {}
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of Object.keys(KINDS)) {
    for (const [name, own] of Object.entries(loops)) {
      if (own[kind] === undefined) continue
      const start = process.hrtime.bigint()
      own[kind](ids, CALLS)
      ;((times[kind] ??= {})[name] ??= []).push(Number(process.hrtime.bigint() - start) / CALLS)
    }
  }
}

/** Other processes make rounds longer, never shorter. */
const lowerQuartile = (list) => list?.toSorted((a, b) => a - b)[list.length >> 2]
const names = Object.keys(CONTESTANTS)
console.log(`| ns per link | ${names.join(' | ')} | to the template string | to the best peer |`)
console.log(`|---|${'---|'.repeat(names.length + 2)}`)
for (const [kind, title] of Object.entries(KINDS)) {
  const quartiles = names.map((name) => lowerQuartile(times[kind][name]))
  const [template, own, ...peers] = quartiles
  const best = Math.min(...peers.filter((peer) => peer !== undefined))
  const shown = quartiles.map((time) => (time === undefined ? '–' : time.toFixed(0)))
  const toBest = Number.isFinite(best) ? (own / best).toFixed(2) : '–'
  console.log(`| ${title} | ${shown.join(' | ')} | ${(own / template).toFixed(2)} | ${toBest} |`)
}
