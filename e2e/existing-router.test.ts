// Typed links in applications with a router of their own (`examples/existing-router`), in a browser: in dev and built.
import type { Page } from 'playwright-core'
import { build, createServer, preview } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { configOf, copyProject } from './project.ts'

const PORT = { host: '127.0.0.1', port: 0 }

beforeAll(buildPackages)

const titleOf = (page: Page) => page.locator('h1').textContent()

/** Serves the application of a router, from its sources or built. */
async function serveRouter(router: string, stage: 'dev' | 'built'): Promise<string> {
  const { root } = copyProject('examples/existing-router')
  const config = { ...configOf(root), mode: router }
  if (stage === 'dev') {
    const server = await createServer({ ...config, server: PORT })
    onTestFinished(() => server.close())
    await server.listen()
    return server.resolvedUrls!.local[0]!.replace(/\/$/, '')
  }
  await build(config)
  const server = await preview({ ...config, preview: PORT })
  onTestFinished(() => server.close())
  return server.resolvedUrls!.local[0]!.replace(/\/$/, '')
}

describeInBrowser('typed links', (newPage) => {
  test.each(['dev', 'built'] as const)('lead through an application with TanStack Router, %s', async (stage) => {
    const base = await serveRouter('tanstack-router', stage)
    const page = await newPage()
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    let documents = 0
    page.on('request', (request) => void (request.isNavigationRequest() && (documents += 1)))
    await page.goto(base)
    await page.getByRole('link', { name: 'Photos' }).click()
    await page.getByRole('link', { name: 'Photo 7' }).click()
    await expect.poll(() => titleOf(page)).toBe('Photo 7')
    expect(page.url()).toBe(`${base}/photos/7`)
    await page.getByRole('link', { name: 'Search' }).click()
    await expect.poll(() => titleOf(page)).toBe('Search')
    expect(new URL(page.url()).pathname).toBe('/search')
    expect(new URL(page.url()).searchParams.get('q')).toBe('sea & sky')
    // The router has handled all clicks.
    expect([documents, problems]).toEqual([1, []])
    await page.goto(`${base}/photos/7`)
    await expect.poll(() => titleOf(page)).toBe('Photo 7')
  })

  test.each(['dev', 'built'] as const)('send the method of an action with Inertia, %s', async (stage) => {
    const base = await serveRouter('inertia', stage)
    const page = await newPage()
    const requests: string[] = []
    await page.route(/\/photos\/7$/, async (route) => {
      const request = route.request()
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`)
      const isDeleted = request.method() === 'DELETE'
      const answer = isDeleted
        ? { component: 'photos/index', props: {}, url: '/photos', version: null }
        : { component: 'photos/show', props: { id: '7' }, url: '/photos/7', version: null }
      await route.fulfill({ json: answer, headers: { 'x-inertia': 'true', vary: 'X-Inertia' } })
    })
    await page.goto(`${base}/photos`)
    await page.getByRole('link', { name: 'Photo 7' }).click()
    await expect.poll(() => titleOf(page)).toBe('Photo 7')
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => titleOf(page)).toBe('Photos')
    expect(requests).toEqual(['GET /photos/7', 'DELETE /photos/7'])
  })
})
