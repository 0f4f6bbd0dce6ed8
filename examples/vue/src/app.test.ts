// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createApp, nextTick } from 'vue'
import App from './App.vue'
import { visit } from './location.ts'

let page: HTMLElement

beforeEach(() => {
  visit('/')
  page = document.createElement('div')
  createApp(App).mount(page)
})

async function follow(text: string): Promise<void> {
  ;[...page.querySelectorAll('a')].find((link) => link.textContent.trim().startsWith(text))!.click()
  await nextTick()
}

const heading = () => page.querySelector('h1')!.textContent.trim()

test('links change the page, and the current link is marked', async () => {
  expect(heading()).toBe('Turnout + Vue')
  await follow('Albums')
  expect(page.querySelector('[aria-current]')!.textContent).toBe('Albums')
  await follow('Over the pass')
  expect(location.pathname).toBe('/albums/2')
  expect(heading()).toBe('Over the pass')
  await follow('Larches')
  expect(location.pathname).toBe('/albums/2/photos/1')
  expect(heading()).toBe('Larches')
})

test('the app follows redirects, and shows a page for unknown paths', async () => {
  visit('/pictures/1')
  await nextTick()
  await nextTick()
  expect(heading()).toBe('A week by the sea')
  visit('/nowhere')
  await nextTick()
  expect(heading()).toBe('Page not found')
})
