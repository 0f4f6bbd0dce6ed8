// Writes docs/public/social.png, the picture that other sites show next to a link to the documentation:
//   node scripts/write-social-image.mjs
// Needs Chromium, as the tests do.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const { chromium } = createRequire(new URL('e2e/package.json', root))('playwright-core')
const icon = readFileSync(new URL('docs/public/icon.svg', root), 'utf8')
const html = `<!doctype html><style>
  body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 1fr; gap: 48px; align-items: center;
    box-sizing: border-box; padding: 72px; background: #f4f8f5; color: #10201a; font: 30px/1.4 sans-serif }
  svg { width: 96px; height: 96px } h1 { margin: 28px 0 8px; font-size: 84px; line-height: 1 } p { margin: 0; color: #3a4a43 }
  pre { margin: 0; padding: 32px; border-radius: 16px; background: #fff; box-shadow: 0 12px 40px #0b6a4d26; font: 23px/1.6 monospace }
  b { color: #0b6a4d }
</style>
<div>${icon}<h1>Turnout</h1><p>Rails-style resource routing for Vite apps, compiled at build time</p></div>
<pre>r.resources(<b>'photos'</b>)

photoPath(7)
<b>'/photos/7'</b>

match('GET', '/photos/7')
<b>photos#show, id: '7'</b></pre>`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(html)
await page.screenshot({ path: fileURLToPath(new URL('docs/public/social.png', root)) })
await browser.close()
