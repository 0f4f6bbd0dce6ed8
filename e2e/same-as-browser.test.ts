// Links, fragments and GET forms in Chromium, with the navigation and without it: both have the same result.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { buildAndPreview, emptyProject } from './project.ts'

beforeAll(buildPackages)

/** The ids and names of elements to which fragments scroll. Each is far from the others. */
const IDS = ['field', 'a%20b', 'a b', 'c d', 'näme', '100%', 'x%zz y', 'p+q&r=s', 'quote"\\', 'both']
const NAMES = ['named', 'named one', 'both']

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const TARGETS = [
  ...IDS.map((id) =>
    id === 'field'
      ? `<input id="field">`
      : `<p id="${escape(id)}">id <button id="after ${escape(id)}">next</button></p>`,
  ),
  ...NAMES.map((name) => `<a name="${name}">name</a><button id="behind ${name}">next</button>`),
]

// The elements are in the document, so the browser finds them without any script.
const FILES = {
  'package.json': '{ "type": "module", "private": true }',
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
<style>.targets > * { display: block; margin-top: 1500px } .targets { padding-bottom: 3000px }</style>
<div id="case"></div><div id="app"></div><div class="targets">${TARGETS.join('')}</div>
<script type="module" src="/src/main.ts"></script></html>`,
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ pages: 'src/pages' })] }`,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.get('start', { to: 'pages#start' })
  r.get('target', { to: 'pages#target' })
  r.get('deep/target', { to: 'pages#deep' })
})`,
  'src/pages/pages.ts': `export const start = 'start', target = 'target', deep = 'deep'`,
  'src/main.ts': `import * as navigation from 'virtual:routes/navigation'
if (!window.isPlain) navigation.start()
window.isReady = () => window.isPlain || navigation.current().status === 'ready' && navigation.current().pending === null`,
}

interface Case {
  /** The content of the page in which the element is. */
  readonly html: string
  /** The path and the query of the result. */
  readonly url: string
  /** The element to which the browser scrolls: `#id` or `name`; undefined for the top. */
  readonly at?: string
  /** Chosen by default: the first link, or the button of the form. */
  readonly click?: string
  /** True if the browser loads a document also with the navigation, or stays where it is. */
  readonly isLeft?: boolean
}

const link = (fragment: string, at?: string): Case => ({
  html: `<a href="/target#${escape(fragment)}">Go</a>`,
  url: `/target#${fragment}`,
  ...(at === undefined ? {} : { at }),
})

const form = (fields: string, query: string, attributes = ''): Case => ({
  html: `<form action="/target" ${attributes}>${fields}<button>Send</button></form>`,
  url: `/target?${query}`,
})

const CASES: Readonly<Record<string, Case>> = {
  'a link': { html: '<a href="/target">Go</a>', url: '/target' },
  'a link with spaces around its URL': { html: '<a href=" /target\n">Go</a>', url: '/target' },
  'a link with a backslash': { html: '<a href="\\target">Go</a>', url: '/target' },
  'a relative link': { html: '<a href="target?a=ä b#c">Go</a>', url: '/target?a=%C3%A4%20b#c' },
  'a link with an empty query': { html: '<a href="/target?">Go</a>', url: '/target?' },
  'a link with a query only': { html: '<a href="?a">Go</a>', url: '/start?a' },
  'a link to the same URL': { html: '<a href="">Go</a>', url: '/start' },
  'a link that depends on a base': { html: '<base href="/deep/"><a href="target">Go</a>', url: '/deep/target' },
  'an area': {
    html: '<map name="m"><area href="/target" shape="rect" coords="0,0,9,9"></map><img usemap="#m" width="9" height="9">',
    url: '/target',
    click: 'area',
  },
  'a link in SVG': {
    html: '<svg><a href="/target#both"><text y="20">Go</text></a></svg>',
    url: '/target#both',
    at: '#both',
    click: 'text',
  },
  'a link in SVG with a namespace': {
    html: '<svg><a xlink:href="target"><text y="20">Go</text></a></svg>',
    url: '/target',
    click: 'text',
  },
  'a link in SVG without a URL': {
    html: '<svg><a><text>Go</text></a></svg>',
    url: '/start',
    click: 'text',
    isLeft: true,
  },
  'a link without a URL': { html: '<a>Go</a>', url: '/start', isLeft: true },
  'a link that is edited': {
    html: '<div contenteditable><p><a href="/target">Go</a></p></div>',
    url: '/start',
    isLeft: true,
  },
  'a button in a link': {
    html: '<a href="/target"><button type="button">Go</button></a>',
    url: '/target',
    click: 'button',
  },
  'a checkbox in a link': {
    html: '<a href="/target"><input type="checkbox"></a>',
    url: '/start',
    click: 'input',
    isLeft: true,
  },
  'the label of a checkbox in a link': {
    html: '<a href="/target"><label>Go <input type="checkbox"></label></a>',
    url: '/start',
    click: 'label',
    isLeft: true,
  },
  'a summary in a link': {
    html: '<a href="/target"><details><summary>Go</summary></details></a>',
    url: '/start',
    click: 'summary',
    isLeft: true,
  },
  'a link in a summary': {
    html: '<details><summary><a href="/target">Go</a></summary></details>',
    url: '/target',
  },
  'a link in a label': { html: '<label><a href="/target">Go</a><input type="checkbox"></label>', url: '/target' },
  'a button that closes a dialog': {
    html: '<dialog open><form action="/target"><button formmethod="dialog">Go</button></form></dialog>',
    url: '/start',
    isLeft: true,
  },
  'a button outside of its form': {
    html: '<form id="search" action="/target"><input name="q" value="1"></form><button form="search">Go</button>',
    url: '/target?q=1',
  },
  'a fragment of the page': { html: '<a href="#c%20d">Go</a>', url: '/start#c%20d', at: '#c d' },
  'a name in the page': { html: '<a href="#named">Go</a>', url: '/start#named', at: 'named' },
  'a fragment that is an id before it is decoded': link('a%20b', '#a%20b'),
  'a fragment that is an id after it is decoded': link('c%20d', '#c d'),
  'a fragment that is a name': link('named', 'named'),
  'a fragment that is a name after it is decoded': link('named%20one', 'named one'),
  'a fragment that is an id and a name': link('both', '#both'),
  'a fragment in UTF-8': link('n%C3%A4me', '#näme'),
  'a fragment with a percent sign': link('100%', '#100%'),
  'a fragment with a broken escape': link('x%zz%20y', '#x%zz y'),
  'a fragment with characters of queries': link('p+q&r=s', '#p+q&r=s'),
  'a fragment with characters of selectors': link('quote%22%5C', '#quote"\\'),
  'a fragment of an element that can have the focus': link('field', '#field'),
  'a fragment for the top': link('top'),
  'an empty fragment': link(''),
  'a fragment of nothing': link('nothing'),
  'line breaks of a form': form(
    '<textarea name="text">a\nb\r\nc\rd</textarea><input type="hidden" name="x\ny" value="1\n2">',
    'text=a%0D%0Ab%0D%0Ac%0D%0Ad&x%0D%0Ay=1%0D%0A2',
  ),
  'characters of a form': form('<input name="q" value="ä &amp; +=&#x1F600; %">', 'q=%C3%A4+%26+%2B%3D%F0%9F%98%80+%25'),
  'a form without fields': form('', ''),
  'a form with an unknown method': form('<input name="q" value="1">', 'q=1', 'method="put"'),
  'a form with an empty method': form('<input name="q" value="1">', 'q=1', 'method=""'),
  'a form with all kinds of fields': form(
    `<input name="off" disabled value="1"><input value="no name"><input type="checkbox" name="box" checked>
<select name="many[]" multiple><option selected>a</option><option selected>b</option></select>
<input type="file" name="file"><input type="hidden" name="_charset_"><input name="dir" dirname="dir.dir" value="x">`,
    'box=on&many%5B%5D=a&many%5B%5D=b&file=&_charset_=UTF-8&dir=x&dir.dir=ltr',
  ),
  'a form that replaces a query and keeps a fragment': {
    html: '<form action="/target?old=1#both"><input name="q" value="1"><button name="by" value="Go">Go</button></form>',
    url: '/target?q=1&by=Go#both',
    at: '#both',
  },
  'a form without an action': { html: '<form><input name="q" value="1"><button>Go</button></form>', url: '/start?q=1' },
  'a button with an action': {
    html: '<form action="/start" method="post"><input name="q" value="1"><button formaction="/target" formmethod="get">Go</button></form>',
    url: '/target?q=1',
  },
  'a field with the name of a property': form(
    '<input name="action" value="a"><input name="method" value="b">',
    'action=a&method=b',
  ),
  'a button with an image': {
    html: '<form action="/target"><input type="image" name="go" alt="Go" style="position:fixed;left:0;top:0;border:0"></form>',
    url: '/target?go.x=0&go.y=0',
    click: 'input',
  },
}

describeInBrowser('a page with the navigation and a page without it', (newPage) => {
  let url: string
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    const { root } = emptyProject(FILES, (end) => ends.push(end))
    url = (await buildAndPreview(root, (end) => ends.unshift(end))).replace(/\/$/, '')
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  async function open(isPlain: boolean): Promise<Page> {
    const page = await newPage()
    await page.addInitScript((value) => Object.assign(window, { isPlain: value }), isPlain)
    return page
  }

  /** Waits in the page, because a question from here takes longer. A document that goes away ends the wait. */
  const waitFor = (page: Page, isDone: (argument: string | undefined) => boolean, argument?: string) =>
    expect.poll(() => page.evaluate(isDone, argument).catch(() => false), { interval: 10 }).toBe(true)

  const isReady = () => document.readyState === 'complete' && (window as unknown as { isReady(): boolean }).isReady()

  /** Clicks the element of a case, and waits for the URL and the position of the case. */
  async function take(page: Page, { html, url: expected, at, click = 'a, button' }: Case) {
    await page.goto(`${url}/start`)
    await waitFor(page, isReady)
    const before = await page.evaluate(
      ([content, selector]) => {
        document.querySelector('#case')!.innerHTML = content!
        Object.assign(window, { isMarked: true })
        const element = document.querySelector(`#case :is(${selector})`)!
        // The browser knows after the layout that content can be edited.
        element.getBoundingClientRect()
        // A click of the mouse would scroll first.
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
        return history.length
      },
      [html, click],
    )
    await waitFor(page, (href) => location.href === href, url + expected)
    await waitFor(page, isReady)
    await waitFor(
      page,
      (target) => {
        const element = target?.startsWith('#')
          ? document.getElementById(target.slice(1))
          : document.getElementsByName(target!)[0]
        return Math.round(target === undefined ? scrollY : element!.getBoundingClientRect().top) === 0
      },
      at,
    )
    const seen = await page.evaluate((length) => {
      const focused = document.activeElement!
      return { added: history.length - length, isKept: 'isMarked' in window, focused: focused.id || focused.localName }
    }, before)
    if (at === undefined) return { ...seen, next: null }
    // The Tab key continues behind the element of the fragment.
    await page.keyboard.press('Tab')
    return { ...seen, next: await page.evaluate(() => document.activeElement!.id) }
  }

  test('have the same URLs, positions and history', async () => {
    const takeAll = async (isPlain: boolean) => {
      const page = await open(isPlain)
      const results: Record<string, Awaited<ReturnType<typeof take>>> = {}
      for (const [name, steps] of Object.entries(CASES)) {
        results[name] = await take(page, steps).catch((cause: unknown) => {
          throw new Error(`${name}, ${isPlain ? 'without' : 'with'} the navigation: ${page.url()}`, { cause })
        })
      }
      return results
    }
    const [plain, handled] = await Promise.all([takeAll(true), takeAll(false)])
    for (const [name, { isLeft }] of Object.entries(CASES)) {
      const { isKept, ...same } = plain[name]!
      expect([name, handled[name]]).toEqual([name, { ...same, isKept: isKept || !isLeft }])
    }
  })
})
