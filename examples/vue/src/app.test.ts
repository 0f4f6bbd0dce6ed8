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
  ;[...page.querySelectorAll('a')].find((link) => link.textContent === text)!.click()
  await nextTick()
}

test('links lead from page to page, and the current one is marked', async () => {
  await follow('Over the pass')
  expect(location.pathname).toBe('/albums/2')
  expect(page.querySelector('h1')!.textContent).toBe('Over the pass')
  await follow('Larches')
  expect(location.pathname).toBe('/albums/2/photos/1')
  expect(page.querySelector('h1')!.textContent).toBe('Larches')
  await follow('Albums')
  expect(page.querySelector('[aria-current]')!.textContent).toBe('Albums')
})

test('a redirect of the table is followed, and what no route has is said', async () => {
  visit('/pictures/1')
  await nextTick()
  await nextTick()
  expect(page.querySelector('h1')!.textContent).toBe('A week by the sea')
  visit('/nowhere')
  await nextTick()
  expect(page.querySelector('h1')!.textContent).toBe('Nothing here')
})
