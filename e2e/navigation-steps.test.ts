// Some of the 40 steps that `bench/navigation` takes with several routers. The other tests of the navigation contain the rest.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApplication, serveApplication } from '../bench/navigation/application.mjs'
import { STEPS, takeSteps } from '../bench/navigation/steps.mjs'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violations } from './axe.ts'
import { describeInBrowser } from './browser.ts'

beforeAll(buildPackages)

const NAMES = [
  'an unknown record shows the page for it',
  'an error shows the page for it, inside the layout',
  'links work after an error',
  'the link of the tab is marked',
  'tabs keep their layout',
  'offline, a page without its code shows an error, and works online',
  'a missing chunk of an old deployment shows the page',
  'a protected page asks to sign in, and then opens',
  'the keyboard alone opens a page',
]

/** All with a Turnout table. */
const APPLICATIONS = ['turnout', 'react-router-with-turnout', 'vue-router-with-turnout']

test('there are 40 steps', () => {
  expect(Object.keys(STEPS)).toHaveLength(40)
  expect(Object.keys(STEPS)).toEqual(expect.arrayContaining(NAMES))
})

describeInBrowser('the application that is compared with other routers', (newPage) => {
  test.each(APPLICATIONS)('takes steps that need layouts, errors and missing code: %s', async (application) => {
    const { url, close } = await serveApplication(await buildApplication(application))
    onTestFinished(close)
    expect(await takeSteps(newPage, url, { names: NAMES, patience: 60_000 })).toEqual(new Map())
    const page = await newPage()
    for (const path of ['/', '/articles', '/articles/1/comments', '/nowhere']) {
      await page.goto(url + path)
      await page.locator('h1').waitFor()
      expect(await violations(page)).toEqual([])
    }
  })
})
