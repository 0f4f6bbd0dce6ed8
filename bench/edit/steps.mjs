// The steps from the edit of a route file to the page: `node bench/edit/steps.mjs [routes…]`, after `npm run build`. It needs
// a Chromium (`CHROMIUM_PATH`, or /usr/bin/chromium). Medians of the time of each step, in ms, and of the server's CPU time.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { turnout } from 'vite-plugin-turnout'
import { writeProject } from './project.mjs'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 5000]
const EDITS = 40
const WARM_UP = 10

/** The ends of the steps, in their order. */
const STEPS = [
  'the watcher reports the edit',
  'the table is compiled',
  'the update is pushed',
  'the page requests the module',
  'the module is sent',
  'the page has the table',
]

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
})
const rows = STEPS.map((step) => [step])
try {
  for (const size of SIZES) {
    const root = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'project-'))
    const edit = writeProject(root, size)
    edit(0)
    let marks = new Map()
    const mark = (step) => marks.has(step) || marks.set(step, { wall: performance.now(), cpu: process.cpuUsage() })
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [
        {
          name: 'marks',
          configureServer({ middlewares, watcher }) {
            watcher.on('change', () => mark(STEPS[0]))
            middlewares.use(({ url }, response, next) => {
              if (url.includes('virtual:routes')) {
                mark(STEPS[3])
                response.on('finish', () => mark(STEPS[4]))
              }
              next()
            })
          },
        },
        turnout(),
      ],
      server: { host: '127.0.0.1', port: 0 },
    })
    const project = server.config.plugins.find(({ name }) => name === 'turnout').api.project()
    const recompile = project.recompile.bind(project)
    project.recompile = () => recompile().finally(() => mark(STEPS[1]))
    await server.listen()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`)
      await page.waitForFunction(() => globalThis.edit?.(0))
      const seen = new Map()
      await page.exposeFunction('turnoutSeen', (number) => seen.get(number)?.())
      await page.evaluate(() => {
        globalThis.isFirstLoad = true
        let number = 1
        setInterval(() => {
          if (globalThis.edit(number)) globalThis.turnoutSeen(number++)
        }, 1)
      })
      const { hot } = server.environments.client
      const send = hot.send.bind(hot)
      hot.send = (...payload) => {
        send(...payload)
        mark(STEPS[2])
      }
      const edits = []
      for (let number = 1; number <= WARM_UP + EDITS; number += 1) {
        marks = new Map()
        const isSeen = new Promise((resolve) => seen.set(number, resolve))
        const start = { wall: performance.now(), cpu: process.cpuUsage() }
        edit(number)
        await isSeen
        mark(STEPS[5])
        edits.push({ start, marks })
        // Vite's watcher drops a change that follows another within 50 ms. Nobody types that fast.
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      if (!(await page.evaluate(() => globalThis.isFirstLoad))) throw new Error('The page was reloaded.')
      const cpuTime = ({ user, system }) => (user + system) / 1000
      for (const [index, step] of STEPS.entries()) {
        const times = edits.slice(WARM_UP).map(({ start, marks: reached }) => {
          const before = index === 0 ? start : reached.get(STEPS[index - 1])
          const at = reached.get(step)
          return { wall: at.wall - before.wall, cpu: cpuTime(at.cpu) - cpuTime(before.cpu) }
        })
        rows[index].push(
          median(times.map(({ wall }) => wall)).toFixed(1),
          median(times.map(({ cpu }) => cpu)).toFixed(1),
        )
      }
      await page.close()
    } finally {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    }
  }
} finally {
  await browser.close()
}
const cells = SIZES.flatMap((size) => [`${size.toLocaleString('en')} routes, ms`, 'CPU, ms'])
console.log(`| until | ${cells.join(' | ')} |\n|---${'|---'.repeat(cells.length)}|`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
