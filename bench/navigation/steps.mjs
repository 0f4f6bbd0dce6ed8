// The 40 steps that the applications of this folder take in a browser. Each begins with a new page.
/** A step fails if a condition does not hold after this time. */
let patience = 5000

/** @typedef {import('playwright-core').Page} Page */

/** What a step can do: open a path, and wait until a condition holds. */
function toolsOf(page, url) {
  const until = async (condition, reason) => {
    const end = Date.now() + patience
    for (;;) {
      const value = await Promise.resolve()
        .then(condition)
        .catch(() => false)
      if (value) return
      if (Date.now() > end) throw new Error(reason ?? String(condition))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const heading = () => page.locator('h1').innerText()
  const shows = (text) => until(async () => (await heading()) === text, `The heading is not ${text}`)
  const link = (name) => page.getByRole('link', { name, exact: true })
  return {
    page,
    until,
    shows,
    link,
    heading,
    path: () => page.url().slice(url.length),
    open: async (path = '/', text = 'Home') => {
      await page.goto(url + path)
      await shows(text)
      await page.evaluate(() => Object.assign(window, { isMarked: true }))
    },
    isSame: () => page.evaluate(() => 'isMarked' in window),
    scrollTop: () => page.evaluate(() => Math.round(scrollY)),
    /** Keeps a response back until `release` is called. */
    hold: async (pattern) => {
      let release
      let begin
      const released = new Promise((resolve) => (release = resolve))
      const begun = new Promise((resolve) => (begin = resolve))
      await page.route(pattern, async (route) => {
        begin()
        await released
        await route.continue().catch(() => {})
      })
      return { begun, release }
    },
  }
}

function check(isRight, reason) {
  if (!isRight) throw new Error(reason)
}

/** A click with a modifier opens another page, and the current page stays. */
const opensPage = (click) => async (tools) => {
  await tools.open()
  const [opened] = await Promise.all([tools.page.context().waitForEvent('page', { timeout: patience }), click(tools)])
  await opened.close()
  check((await tools.heading()) === 'Home', 'The page has changed')
}

const transitions = async ({ page, open, link, shows }) => {
  await open()
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      document.body.dataset.transitions = 'yes'
      return start(change)
    }
  })
  await link('Articles').click()
  await shows('All articles')
  return (await page.evaluate(() => document.body.dataset.transitions)) === 'yes'
}

export const STEPS = {
  'a click changes the page in the same document': async ({ open, link, shows, isSame }) => {
    await open()
    await link('Articles').click()
    await shows('All articles')
    check(await isSame(), 'The document was loaded again')
  },
  'Ctrl and click open a tab': opensPage(({ link }) => link('Articles').click({ modifiers: ['Control'] })),
  'Shift and click open a window': opensPage(({ link }) => link('Articles').click({ modifiers: ['Shift'] })),
  'the middle button opens a tab': opensPage(({ link }) => link('Articles').click({ button: 'middle' })),
  'a link with a target opens a tab': opensPage(({ link }) => link('In a tab').click()),
  'a link in inserted HTML stays in the document': async ({ open, link, shows, isSame }) => {
    await open()
    await link('the second article').click()
    await shows('Article 2')
    check(await isSame(), 'The document was loaded again')
  },
  'a fragment scrolls within the page': async ({ open, link, until, scrollTop, isSame }) => {
    await open('/articles/1', 'Article 1')
    await link('Down').click()
    await until(async () => (await scrollTop()) > 2500)
    check(await isSame(), 'The document was loaded again')
  },
  'a fragment of another page scrolls to its element': async ({ open, link, shows, until, scrollTop }) => {
    await open()
    await link('Notes').click()
    await shows('Article 1')
    await until(async () => (await scrollTop()) > 2500)
  },
  'a redirect changes the URL': async ({ open, link, shows, path, isSame }) => {
    await open()
    await link('Moved').click()
    await shows('Article 3')
    check(path() === '/articles/3' && (await isSame()), path())
  },
  'a redirect adds one history entry': async ({ page, open, link, shows }) => {
    await open()
    await link('Moved').click()
    await shows('Article 3')
    await page.goBack()
    await shows('Home')
  },
  'an unknown URL shows the page for it': async ({ open, link, shows }) => {
    await open()
    await link('Nowhere').click()
    await shows('Not found')
  },
  'an unknown record shows the page for it': async ({ open, link, shows, isSame }) => {
    await open()
    await link('Unknown').click()
    await shows('Not found')
    check(await isSame(), 'The document was loaded again')
  },
  'an error shows the page for it, inside the layout': async ({ open, link, shows, isSame }) => {
    await open()
    await link('Broken').click()
    await shows('Something went wrong')
    check((await link('Home').count()) === 1 && (await isSame()), 'The layout is missing')
  },
  'links work after an error': async ({ open, link, shows, isSame }) => {
    await open('/broken', 'Something went wrong')
    await link('Articles').click()
    await shows('All articles')
    check(await isSame(), 'The document was loaded again')
  },
  'the link of the page is marked': async ({ page, open, link, shows }) => {
    await open()
    await link('Articles').click()
    await shows('All articles')
    const marked = await page.locator('[aria-current=page]').allInnerTexts()
    check(marked.join() === 'Articles', marked.join())
  },
  'the link of the tab is marked': async ({ page, open, link, until }) => {
    await open('/articles/1', 'Article 1')
    await link('Comments').click()
    await page.getByText('The comments').waitFor()
    await until(async () => (await page.locator('[aria-current=page]').allInnerTexts()).join() === 'Comments')
  },
  'tabs keep their layout': async ({ page, open, link }) => {
    await open('/articles/1', 'Article 1')
    await page.evaluate(() => Object.assign(document.querySelector('h1'), { isKept: true }))
    await link('Comments').click()
    await page.getByText('The comments').waitFor()
    await link('History').last().click()
    await page.getByText('The history').waitFor()
    check(await page.evaluate(() => 'isKept' in document.querySelector('h1')), 'The heading was drawn again')
  },
  'the title changes': async ({ page, open, link, until }) => {
    await open()
    await link('Articles').click()
    await until(async () => (await page.title()) === 'All articles')
  },
  'back shows the page before': async ({ page, open, link, shows, isSame }) => {
    await open()
    await link('Articles').click()
    await shows('All articles')
    await page.goBack()
    await shows('Home')
    check(await isSame(), 'The document was loaded again')
  },
  'back restores the scroll position': async ({ page, open, link, shows, until, scrollTop }) => {
    await open('/articles', 'All articles')
    await page.evaluate(() => scrollTo(0, 1500))
    await link('Article 30').click()
    await shows('Article 30')
    await page.goBack()
    await shows('All articles')
    await until(async () => Math.abs((await scrollTop()) - 1500) < 300, 'The position is lost')
  },
  'back restores the position after slow data': async ({ page, open, link, shows, until, scrollTop, hold }) => {
    await open('/articles', 'All articles')
    await page.evaluate(() => scrollTo(0, 1500))
    await link('Article 30').click()
    await shows('Article 30')
    const { begun, release } = await hold('**/api/articles')
    await page.evaluate(() => history.back())
    await begun
    release()
    await shows('All articles')
    await until(async () => Math.abs((await scrollTop()) - 1500) < 300, 'The position is lost')
  },
  'forward restores the scroll position': async ({ page, open, link, shows, until, scrollTop }) => {
    await open('/articles', 'All articles')
    await link('Article 3').click()
    await shows('Article 3')
    await page.evaluate(() => scrollTo(0, 900))
    await until(async () => (await scrollTop()) === 900)
    await page.goBack()
    await shows('All articles')
    await page.goForward()
    await shows('Article 3')
    await until(async () => (await scrollTop()) === 900, 'The position is lost')
  },
  'a new page begins at the top': async ({ page, open, link, shows, until, scrollTop }) => {
    await open('/articles', 'All articles')
    await page.evaluate(() => scrollTo(0, 1500))
    await link('Article 30').click()
    await shows('Article 30')
    await until(async () => (await scrollTop()) === 0)
  },
  'a reload keeps the scroll position': async ({ page, open, shows, until, scrollTop }) => {
    await open('/articles', 'All articles')
    await page.evaluate(() => scrollTo(0, 1500))
    await until(async () => (await scrollTop()) === 1500)
    await page.reload()
    await shows('All articles')
    await until(async () => (await scrollTop()) === 1500, 'The position is lost')
  },
  'two clicks on a link add one history entry': async ({ page, open, link, shows }) => {
    await open()
    await link('Articles').click()
    await shows('All articles')
    await Promise.all([page.waitForResponse('**/api/articles'), link('Articles').click()])
    await page.goBack()
    await shows('Home')
  },
  'a fast page overtakes a slow page': async ({ page, open, link, shows, hold, heading, until }) => {
    await open()
    const { begun, release } = await hold('**/api/articles/9')
    await link('Slow').click()
    await begun
    await link('Articles').click()
    await shows('All articles')
    release()
    await link('Article 1').click()
    await shows('Article 1')
    await until(async () => (await page.locator('#pending').count()) === 0)
    check((await heading()) === 'Article 1', 'The slow page has replaced the fast page')
  },
  'the request of an overtaken page is aborted': async ({ page, open, link, shows, hold }) => {
    await open()
    const { begun, release } = await hold('**/api/articles/9')
    const failed = page.waitForEvent('requestfailed', { timeout: patience })
    await link('Slow').click()
    await begun
    await link('Articles').click()
    await Promise.all([failed, shows('All articles')])
    release()
  },
  'a slow page shows that it is loading': async ({ page, open, link, shows, hold }) => {
    await open()
    const { begun, release } = await hold('**/api/articles/9')
    await link('Slow').click()
    await begun
    await page.locator('#pending').waitFor({ timeout: patience })
    release()
    await shows('Article 9')
  },
  'back cancels a slow page': async ({ page, open, link, shows, hold, until }) => {
    await open('/articles', 'All articles')
    await link('Home').click()
    await shows('Home')
    const { begun, release } = await hold('**/api/articles/9')
    await link('Slow').click()
    await begun
    await page.goBack()
    await shows('All articles')
    release()
    await until(async () => (await page.locator('#pending').count()) === 0)
    await shows('All articles')
  },
  'the search shows its results': async ({ page, open, shows, until, path, isSame }) => {
    await open('/articles', 'All articles')
    await page.getByLabel('Search').fill('Article 42')
    await page.getByRole('button', { name: 'Find' }).click()
    await until(async () => (await page.locator('li').count()) === 1)
    await shows('All articles')
    check(path() === '/articles?q=Article+42' && (await isSame()), path())
  },
  'a search with special characters survives a reload': async ({ page, open, until }) => {
    await open('/articles', 'All articles')
    const query = 'a&b=c+d %2F é'
    await page.getByLabel('Search').fill(query)
    await page.keyboard.press('Enter')
    await until(async () => (await page.locator('li').count()) === 0)
    await page.reload()
    await until(async () => (await page.getByLabel('Search').inputValue()) === query)
  },
  'code is loaded before the click if the pointer is on the link': async ({ page, open, link, shows }) => {
    await open()
    const [chunk] = await Promise.all([
      page.waitForRequest(/assets\/rare/, { timeout: patience }),
      link('Rare').hover(),
    ])
    await (await chunk.response()).finished()
    await page.context().setOffline(true)
    await link('Rare').click()
    await shows('Rare')
  },
  'offline, a page without its code shows an error, and works online': async ({
    page,
    open,
    link,
    until,
    heading,
    shows,
  }) => {
    await open()
    await page.context().setOffline(true)
    await link('Articles').click()
    await until(async () => (await heading()) === 'Something went wrong')
    await page.context().setOffline(false)
    await link('Articles').click()
    await shows('All articles')
  },
  'a missing chunk shows an error, and loads no document in a loop': async ({ page, open, shows, link }) => {
    await page.route(/assets\/rare/, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '' }))
    await open()
    let documents = 0
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
    await link('Rare').click()
    await shows('Something went wrong')
    check(documents <= 1, `${documents} documents`)
  },
  'a missing chunk of an old deployment shows the page': async ({ page, open, shows, link }) => {
    let isDeployed = false
    await page.route(/assets\/rare/, (route) =>
      isDeployed ? route.continue() : route.fulfill({ status: 404, contentType: 'text/html', body: '' }),
    )
    await open()
    page.on('request', (request) => (isDeployed ||= request.isNavigationRequest()))
    await link('Rare').click()
    await shows('Rare')
  },
  'a protected page asks to sign in, and then opens': async ({ page, open, link, shows, path }) => {
    await open()
    await link('Account').click()
    await shows('Sign in')
    check(path() === '/sign-in', path())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await shows('Account of Ada')
    await page.goBack()
    await shows('Home')
  },
  'the keyboard alone opens a page': async ({ page, open, shows }) => {
    await open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await shows('All articles')
  },
  'after a page change, Tab begins at the first link': async ({ page, open, link, shows, until }) => {
    await open()
    await link('Articles').focus()
    await page.keyboard.press('Enter')
    await shows('All articles')
    await until(() => page.evaluate(() => document.activeElement === document.body), 'The focus stays on the link')
    await page.keyboard.press('Tab')
    check((await page.evaluate(() => document.activeElement.textContent.trim())) === 'Home', 'The focus is elsewhere')
  },
  'screen readers announce the page': async ({ page, open, link, shows, until }) => {
    await open()
    await link('Articles').click()
    await shows('All articles')
    await until(
      async () => (await page.locator('[aria-live]').allInnerTexts()).includes('All articles'),
      'no live region',
    )
  },
  'pages change with a transition, and without it if the user reduces motion': async (tools) => {
    check(await transitions(tools), 'There is no transition')
    await tools.page.emulateMedia({ reducedMotion: 'reduce' })
    check(!(await transitions(tools)), 'There is a transition with reduced motion')
  },
}

/**
 * Takes the steps, and returns the reason of each failure by the name of its step.
 *
 * @param {() => Promise<Page>} newPage opens a page with storage of its own
 * @param {string} url the address of the application
 * @param {{ names?: readonly string[], patience?: number }} options the steps to take, and the time for each condition
 * @returns {Promise<Map<string, string>>}
 */
export async function takeSteps(newPage, url, options = {}) {
  const { names = Object.keys(STEPS) } = options
  patience = options.patience ?? patience
  const failures = new Map()
  for (const name of names) {
    const page = await newPage()
    page.setDefaultTimeout(patience)
    try {
      await STEPS[name](toolsOf(page, url))
    } catch (error) {
      failures.set(name, error.message.split('\n')[0])
    }
    await page.close()
  }
  return failures
}
