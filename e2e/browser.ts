import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'

const EXECUTABLE =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Actions and waits in the page end when their condition holds; this is for machines that are very busy. */
const PATIENCE_MS = 60_000

/**
 * Opens a page of a dev server, and waits until it is connected to the server. A page misses the edits before that.
 */
export async function openConnected(page: Page, url: string): Promise<void> {
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().includes('[vite] connected')),
    page.goto(url),
  ])
}

/** Tests in a Chromium. On CI a missing one is a failure; elsewhere the tests are skipped, and say so. */
export function describeInBrowser(name: string, define: (newPage: () => Promise<Page>) => void): void {
  const isMissing = EXECUTABLE === undefined
  if (isMissing && !process.env['CI']) {
    console.warn(`SKIPPED, as there is no Chromium (set CHROMIUM_PATH): ${name}`)
    describe.skip(name, () => define(() => Promise.reject(new Error('There is no Chromium.'))))
    return
  }
  describe(name, () => {
    let browser: Browser
    beforeAll(async () => {
      if (isMissing) throw new Error('There is no Chromium. Install one, or set CHROMIUM_PATH.')
      browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS, headless: true })
    })
    afterAll(() => browser?.close())
    define(async () => {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      onTestFinished(() => page.close())
      return page
    })
  })
}
