// Takes pictures of everything that users see, in both themes and three widths:
//   npm run shots                       writes .shots/<subject>/<page>-<theme>-<width>.png
//   npm run shots -- -t react           of one subject
//   TURNOUT_SHOTS=docs npm run shots    also writes the pictures of the documentation, docs/*.jpg and docs/*-dark.jpg
// Each page is also checked with axe, for errors in its console, and for content that is wider than the window.
// To add a page, add it to a list in `subjects.ts`.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsoleMessage, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../../packages/vite-plugin/test/built.ts'
import { violations } from '../axe.ts'
import { describeInBrowser } from '../browser.ts'
import type { Shot } from './subject.ts'
import { SUBJECTS } from './subjects.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const THEMES = ['light', 'dark'] as const
const WIDTHS = [375, 768, 1280]
/** In milliseconds, for a shot in all widths and both themes. A shot took 23 s while 16 processes shared two cores. */
const SHOT_TIMEOUT = 120_000
/** The narrowest window that pages support. It gets no picture. */
const NARROWEST = 320
const HEIGHTS: Readonly<Record<number, number>> = { 375: 812, 768: 1024, 1280: 800 }

beforeAll(buildPackages)

describeInBrowser('pictures', (newPage) => {
  for (const { name, start, shots } of SUBJECTS) {
    // A limit for each shot: a subject takes as long as its shots together, and the largest has eleven.
    test(name, { timeout: shots.length * SHOT_TIMEOUT }, async () => {
      const folder = path.join(ROOT, '.shots', name)
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const url = await start((end) => onTestFinished(async () => void (await end())))
      const problems: string[] = []
      // The shots share a page, because the browser context of a page, with its processes, stays until the end of the test.
      const page = await newPage()
      for (const shot of shots) {
        const address = new URL(shot.path, url).href
        for (const colorScheme of THEMES) {
          // No picture of half an animation.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          problems.push(...(await takeShots(page, address, shot, path.join(folder, `${shot.name}-${colorScheme}`))))
        }
        if (shot.picture !== undefined && process.env['TURNOUT_SHOTS'] === 'docs')
          await takePicture(page, address, shot)
      }
      expect(problems).toEqual([])
    })
  }
})

/** Takes the pictures of a page, and returns its problems: console errors, overflow, and broken rules of axe. */
async function takeShots(page: Page, url: string, shot: Shot, file: string): Promise<string[]> {
  const problems: string[] = []
  const report = (problem: string) => problems.push(`${path.basename(file)}: ${problem}`)
  const reportError = ({ message }: Error) => report(message)
  const reportMessage = (message: ConsoleMessage) => message.type() === 'error' && report(message.text())
  if (!shot.isError) page.on('pageerror', reportError).on('console', reportMessage)
  for (const width of [NARROWEST, ...WIDTHS]) {
    await open(page, url, shot, width, HEIGHTS[width] ?? 800)
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    if (content > width) report(`the content is ${content} pixels wide in a window of ${width}`)
    if (width === NARROWEST) continue
    await page.screenshot({ path: `${file}-${width}.png` })
    for (const rule of await violations(page)) {
      if (!shot.allowedViolations?.includes(rule.split(':')[0]!)) report(`axe, ${width}: ${rule}`)
    }
  }
  page.off('pageerror', reportError).off('console', reportMessage)
  return [...new Set(problems)]
}

async function takePicture(page: Page, url: string, shot: Shot): Promise<void> {
  const { file, width, height } = shot.picture!
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, url, shot, width, height)
    const name = colorScheme === 'dark' ? file.replace('.jpg', '-dark.jpg') : file
    await page.screenshot({ path: path.join(ROOT, 'docs', name), type: 'jpeg', quality: 90 })
  }
}

async function open(page: Page, url: string, shot: Shot, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  // A change of the hash alone loads no page.
  await page.goto('about:blank')
  const response = await page.goto(url)
  if (!shot.isError) expect(response!.status(), url).toBeLessThan(400)
  await shot.prepare?.(page)
  await page.evaluate(async () => {
    // The browser does not load lazy images far below the window, and would never decode them.
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())])
  })
}
