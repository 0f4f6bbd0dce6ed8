import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { beforeAll, describe, onTestFinished } from 'vitest'

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
  // `navigator.webdriver` is false, as for a person: pages may leave something out for programs.
  '--disable-blink-features=AutomationControlled',
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

/** A browser context that tests use in turn. A new context for each test would start a process for each test. */
interface SharedContext {
  readonly context: BrowserContext
  /** Its page stays open, because Chromium ends the process of a context without pages. */
  readonly session: CDPSession
  /** The origins of all documents since the last reset. */
  readonly origins: Set<string>
}

let browser: Promise<Browser> | undefined

function launchBrowser(): Promise<Browser> {
  // Vitest ends a worker with this signal. Playwright kills the browser and removes its files when a process exits.
  process.once('SIGTERM', () => process.exit())
  return chromium.launch({ executablePath: EXECUTABLE!, args: FLAGS, headless: true, handleSIGTERM: false })
}

/** Returns the browser of this process, which all of its test files share. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}

/** The contexts that no test uses now. */
const idleContexts: SharedContext[] = []

async function createContext(): Promise<SharedContext> {
  // Animations take time, and without a graphics card most of the CPU. Tests of animations turn them on.
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  const session = await context.newCDPSession(await context.newPage())
  const origins = new Set<string>()
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => void origins.add(new URL(frame.url()).origin))
  })
  return { context, session, origins }
}

/** Closes the pages of a test, and removes everything that they stored. */
async function resetContext({ context, session, origins }: SharedContext): Promise<void> {
  const [, ...pages] = context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    session.send('Network.clearBrowserCache'),
    ...Array.from(origins, (origin) => session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })),
  ])
  origins.clear()
}

/** Opens a page until the end of the test. It shares cookies, storage and the cache with no other page. */
async function openPage(): Promise<Page> {
  const shared = idleContexts.pop() ?? (await createContext())
  onTestFinished(async () => {
    await resetContext(shared)
    idleContexts.push(shared)
  })
  return shared.context.newPage()
}

/**
 * Opens a page until the end of the test, in a browser that keeps documents and restores them for steps in the history. By
 * default, Playwright turns this off.
 */
export async function openRestoringPage(): Promise<Page> {
  const restoring = await chromium.launch({
    executablePath: EXECUTABLE!,
    args: FLAGS,
    headless: true,
    handleSIGTERM: false,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  onTestFinished(() => restoring.close())
  const page = await restoring.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
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
    beforeAll(async () => {
      if (isMissing) throw new Error('There is no Chromium. Install one, or set CHROMIUM_PATH.')
      await sharedBrowser()
    })
    define(openPage)
  })
}
