// The inspector's page with 5,000 routes, in a Chromium: how long until the table is there, and how long each key of a
// search takes, in milliseconds.
//
//   node bench/inspector/run.mjs [rounds]
//
// "first view" is from the start of the navigation to the first frame with rows of the table, of a dev server that has
// compiled the table. "a key" is from the event to the end of the work that it causes, style and layout included. The
// time of the dev server is in it; the page of a file has none.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { turnout } from 'vite-plugin-turnout'

const ROUTES = 5000
const rounds = Number(process.argv[2] ?? 7)
const here = fileURLToPath(new URL('.', import.meta.url))
const folder = path.join(here, 'fixtures')
mkdirSync(folder, { recursive: true })
const root = mkdtempSync(path.join(folder, 'project-'))
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** 625 resources of eight routes, in 25 namespaces. */
const routeFile = `export default (r) => {
  for (let space = 0; space < 25; space += 1) r.namespace('space' + space, () => {
    for (let index = 0; index < ${ROUTES / 8 / 25}; index += 1) r.resources('things' + space + 'x' + index)
  })
}
`
const at = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1].toFixed(0)
const show = (values) => `median ${at(values, 0.5)}, p95 ${at(values, 0.95)}, worst ${at(values, 1)}`

try {
  mkdirSync(path.join(root, 'config'))
  writeFileSync(path.join(root, 'package.json'), '{ "name": "bench", "type": "module" }')
  writeFileSync(path.join(root, 'config/routes.js'), routeFile)
  symlinkSync(path.join(here, '../node_modules'), path.join(root, 'node_modules'))
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [turnout({ types: false })],
    server: { host: '127.0.0.1', port: 0 },
  })
  await server.listen()
  const url = `${server.resolvedUrls.local[0]}__turnout/`
  const times = []
  let manifest
  for (let request = 0; request < 4; request += 1) {
    const started = performance.now()
    const text = await (await fetch(`${url}data.json`)).text()
    times.push(performance.now() - started)
    ;({ manifest } = JSON.parse(text))
  }
  const [atFirst, ...later] = times
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const [first, keys, asked] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto('about:blank')
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.route') === null) return requestAnimationFrame(look)
        // The frame that holds the rows is on the screen when the next one begins.
        requestAnimationFrame(() => (window.firstView = performance.now()))
      }
      requestAnimationFrame(look)
    })
    await page.goto(url)
    await page.waitForFunction(() => window.firstView)
    first.push(await page.evaluate(() => window.firstView))
    const type = (selector, text) =>
      page.evaluate(
        async ([selector, text]) => {
          const input = document.querySelector(selector)
          const times = []
          for (let end = 1; end <= text.length; end += 1) {
            input.value = text.slice(0, end)
            const started = performance.now()
            input.dispatchEvent(new Event('input', { bubbles: true }))
            // The page renders in a microtask.
            await new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)))
            void document.body.offsetHeight
            times.push(performance.now() - started)
          }
          return times
        },
        [selector, text],
      )
    for (const text of ['things12x', '/space3/things3x4/7', 'delete edit']) keys.push(...(await type('.search', text)))
    await page.goto(`${url}#/who`)
    await page.waitForSelector('.question')
    asked.push(...(await type('.path', '/space24/things24x24/7/edit')))
    await page.close()
  }
  await browser.close()
  await server.close()
  console.log(`| ${manifest.routes.length} routes, ms | ${rounds} rounds |\n| --- | --- |`)
  console.log(
    `| the data, from the server | at first ${atFirst.toFixed(0)} (compilation included), later ${show(later)} |`,
  )
  console.log(`| first view of the table | ${show(first)} |`)
  console.log(`| a key of the search | ${show(keys)} |`)
  console.log(`| a key of the request in “Match” | ${show(asked)} |`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
