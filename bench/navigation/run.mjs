// The same small application with Turnout and with React Router: bytes, lines of code, and 40 steps in Chromium.
//
//   node bench/navigation/run.mjs        (after `npm run build`)
import { existsSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { buildApplication, readSource, serveApplication } from './application.mjs'
import { STEPS, takeSteps } from './steps.mjs'

const NAMES = process.argv.length > 2 ? process.argv.slice(2) : ['turnout', 'react-router']

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Lines that are neither empty nor a comment, in the sources of an application. */
function linesOf(name) {
  const folder = new URL(`${name}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true }).filter((file) => /^(?:src|config)\/.*\.tsx?$/.test(file))
  const lines = files.flatMap((file) => readSource(`${name}/${file}`).split('\n'))
  return lines.filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length
}

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
    const [, entry] = /src="(\/assets\/[^"]*)"/.exec(files.get('/index.html'))
    const scripts = [...files].filter(([file]) => file.endsWith('.js')).map(([, code]) => gzipped(code))
    columns.push({
      name,
      failures,
      first: gzipped(files.get(entry)),
      all: scripts.reduce((sum, size) => sum + size),
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
row('entry, with React, in bytes gzip', ({ first }) => first)
row('all scripts, in bytes gzip', ({ all }) => all)
row('lines of the application', ({ lines }) => lines)
row('steps', ({ failures }) => `${count - failures.size} of ${count}`)
for (const { name, failures } of columns) {
  if (failures.size > 0) console.log(`\n${name} does not pass:\n`)
  for (const [step, reason] of failures) console.log(`- ${step} (${reason})`)
}
