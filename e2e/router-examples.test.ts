// The examples whose router has the routes of the table (`examples/react-router`, `examples/vue-router`), built, in a browser,
// and the starters that `npm create turnout` makes of them, in JavaScript.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { buildAndPreview, copyProject } from './project.ts'
import { createStarter } from './starter.ts'

beforeAll(buildPackages)

const titleOf = (page: Page) => page.locator('h1').textContent()

describeInBrowser('an application', (newPage) => {
  test.each([
    ['react-router', 'example'],
    ['vue-router', 'example'],
    ['react-router', 'starter'],
    ['vue-router', 'starter'],
  ])('with %s has pages, layouts, a guard and a page for errors: %s', async (name, form) => {
    const starter = { kind: name.replace('-router', ''), isTypeScript: false, hasDatabase: false, hasRouter: true }
    const root = form === 'example' ? copyProject(`examples/${name}`).root : createStarter(starter)
    const base = (await buildAndPreview(root)).replace(/\/$/, '')
    const page = await newPage()
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()))
    let documents = 0
    page.on('request', (request) => void (request.isNavigationRequest() && (documents += 1)))
    await page.goto(base)
    await expect.poll(() => titleOf(page)).toBe('Home')
    await page.getByRole('link', { name: 'Photos' }).click()
    await expect.poll(() => titleOf(page)).toBe('Photos')
    const list = page.getByRole('list', { name: 'Photos' })
    await list.getByRole('link', { name: 'Fog' }).click()
    await expect.poll(() => titleOf(page)).toBe('Fog')
    expect(page.url()).toBe(`${base}/photos/2`)

    // A form changes the data of the layout.
    await page.goBack()
    await expect.poll(() => titleOf(page)).toBe('Photos')
    if (name === 'react-router') await page.getByRole('link', { name: 'New photo' }).click()
    await page.getByLabel('Title').fill('Dunes')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => titleOf(page)).toBe('Dunes')
    expect(page.url()).toBe(`${base}/photos/3`)
    expect(await list.getByRole('link').allTextContents()).toEqual(['Harbour', 'Fog', 'Dunes'])
    if (name === 'react-router') {
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByLabel('Title').fill('Beach')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => titleOf(page)).toBe('Beach')
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect.poll(() => list.getByRole('link').allTextContents()).toEqual(['Harbour', 'Fog'])
    }

    // The guard leads to the form, and the form to the page.
    await page.getByRole('link', { name: 'Account' }).click()
    await expect.poll(() => titleOf(page)).toBe('Sign in')
    await page.getByLabel('Name').fill('Ann')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => titleOf(page)).toBe('Account of Ann')
    expect([documents, problems]).toEqual([1, []])

    // A redirect of the table, a requirement that is not fulfilled, and a path without a route.
    await page.goto(`${base}/pictures/1`)
    await expect.poll(() => titleOf(page)).toBe('Harbour')
    expect(page.url()).toBe(`${base}/photos/1`)
    for (const path of ['/photos/x', '/nowhere', '/photos/%252F', '/photos/a%2Fb']) {
      await page.goto(base + path)
      await expect.poll(() => titleOf(page)).toBe('This page does not exist.')
      expect(await page.getByRole('navigation', { name: 'Site' }).count()).toBe(1)
    }
  })
})
