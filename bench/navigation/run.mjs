// The same small application with several routers: bytes, lines of code, and 40 steps in Chromium.
//
//   node bench/navigation/run.mjs        (after `npm run build`)
import { existsSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { buildApplication, readSource, serveApplication } from './application.mjs'
import { STEPS, takeSteps } from './steps.mjs'

const APPLICATIONS = ['turnout', 'react-router', 'react-router-with-turnout', 'vue-router', 'vue-router-with-turnout']
const NAMES = process.argv.length > 2 ? process.argv.slice(2) : APPLICATIONS

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Lines that are neither empty nor a comment, in the sources of an application and in the files of this folder that it imports. */
function linesOf(name) {
  const folder = new URL(`${name}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true }).filter((file) =>
    /^(?:src|config)\/.*\.(?:tsx?|vue)$/.test(file),
  )
  const sources = files.map((file) => readSource(`${name}/${file}`))
  const shared = SHARED.filter((file) => sources.some((source) => source.includes(`../${file}'`)))
  const lines = [...sources, ...shared.map(readSource)].flatMap((source) => source.split('\n'))
  return lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)).length
}

const SHARED = ['fetch-json.ts', 'router-extras.ts', 'vue-extras.ts']

const sum = (sizes) => sizes.reduce((total, size) => total + size, 0)

const gzipped = (code) => gzipSync(code, { level: 9 }).length

const browser = await chromium.launch({
  executablePath: CHROMIUM.find((file) => file !== undefined && existsSync(file)),
  args: ['--no-sandbox', '--disable-gpu'],
})
const columns = []
try {
  for (const name of NAMES) {
    const files = await buildApplication(name)
    const { url, close } = await serveApplication(files)
    const failures = await takeSteps(() => browser.newPage(), url)
    await close()
    // The entry, and the chunks that it imports.
    const entry = [...files.get('/index.html').matchAll(/(?:src|href)="(\/assets\/[^"]*\.js)"/g)].map(
      ([, file]) => file,
    )
    const scripts = [...files].filter(([file]) => file.endsWith('.js')).map(([, code]) => gzipped(code))
    columns.push({
      name,
      failures,
      first: sum(entry.map((file) => gzipped(files.get(file)))),
      all: sum(scripts),
      lines: linesOf(name),
    })
  }
} finally {
  await browser.close()
}
const count = Object.keys(STEPS).length
const row = (title, valueOf) => console.log(`| ${title} | ${columns.map(valueOf).join(' | ')} |`)
row('', ({ name }) => name)
row('---', () => '---')
row('entry, with React or Vue, in bytes gzip', ({ first }) => first)
row('all scripts, in bytes gzip', ({ all }) => all)
row('lines of the application', ({ lines }) => lines)
row('steps', ({ failures }) => `${count - failures.size} of ${count}`)
for (const { name, failures } of columns) {
  if (failures.size > 0) console.log(`\n${name} does not pass:\n`)
  for (const [step, reason] of failures) console.log(`- ${step} (${reason})`)
}
