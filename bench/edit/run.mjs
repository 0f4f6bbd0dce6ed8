// From the edit of a route file to the page that has the new table: `node bench/edit/run.mjs [routes…]`, after
// `npm run build`. It needs a Chromium (`CHROMIUM_PATH`, or /usr/bin/chromium).
//
// "pushed" is the time until the dev server has told the browser, "in the page" the time until the page's own code sees
// the new table, without a reload. One process, the same server for both; medians and the 95th percentile.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { turnout } from 'vite-plugin-turnout'
import { writeProject } from './project.mjs'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 1000, 5000]
const EDITS = 40
const WARM_UP = 10

const quantile = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)].toFixed(0)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
})
console.log('| routes | pushed, ms: median | p95 | in the page, ms: median | p95 |\n|---|---|---|---|---|')
try {
  for (const size of SIZES) {
    const root = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'project-'))
    const edit = writeProject(root, size)
    edit(0)
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [turnout()],
      server: { host: '127.0.0.1', port: 0 },
    })
    await server.listen()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`)
      await page.waitForFunction(() => globalThis.edit?.(0))
      await page.evaluate(() => (globalThis.isFirstLoad = true))
      const { hot } = server.environments.client
      const send = hot.send.bind(hot)
      let pushed = () => {}
      hot.send = (...payload) => {
        send(...payload)
        pushed(performance.now())
      }
      const pushes = []
      const pages = []
      for (let number = 1; number <= WARM_UP + EDITS; number += 1) {
        const push = new Promise((resolve) => (pushed = resolve))
        const begun = performance.now()
        edit(number)
        const told = await push
        await page.waitForFunction((wanted) => globalThis.edit(wanted), number, { polling: 1 })
        const seen = performance.now()
        if (number > WARM_UP) {
          pushes.push(told - begun)
          pages.push(seen - begun)
        }
        // Vite's watcher drops a change that follows another within 50 ms. Nobody types that fast.
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      if (!(await page.evaluate(() => globalThis.isFirstLoad))) throw new Error('The page was reloaded.')
      const cells = [pushes, pages].flatMap((values) => [quantile(values, 0.5), quantile(values, 0.95)])
      console.log(`| ${[size.toLocaleString('en'), ...cells].join(' | ')} |`)
      await page.close()
    } finally {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    }
  }
} finally {
  await browser.close()
}
