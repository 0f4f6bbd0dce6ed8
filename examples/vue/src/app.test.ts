// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate, start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/vue'
import { createApp, type Component } from 'vue'
import Home from './pages/pages/home.vue'

let container: HTMLElement
let stop = () => {}
let unmount = () => {}

beforeEach(() => {
  history.replaceState(null, '', '/')
  container = document.body.appendChild(document.createElement('div'))
})

afterEach(() => {
  stop()
  stop = () => {}
  unmount()
  container.remove()
})

function mount(component: Component): void {
  const app = createApp(component)
  app.mount(container)
  unmount = () => app.unmount()
}

/** Draws the application, and waits for the first page. */
async function open(): Promise<void> {
  stop = start()
  mount(Routes)
  await showsHeading('Turnout + Vue')
}

const click = (text: string) =>
  [...container.querySelectorAll('a')].find((link) => link.textContent.trim().startsWith(text))!.click()

// The first visit of a page loads its module.
const showsHeading = (text: string) =>
  vi.waitFor(() => expect(container.querySelector('h1')?.textContent.trim()).toBe(text), 4000)

test('links change the page, and the current link is marked', async () => {
  await open()
  click('Albums')
  await showsHeading('Albums')
  expect(container.querySelector('[aria-current]')!.textContent).toBe('Albums')
  click('Over the pass')
  await showsHeading('Over the pass')
  expect(location.pathname).toBe('/albums/2')
  expect(document.title).toBe('Over the pass')
  click('Larches')
  await showsHeading('Larches')
  expect(location.pathname).toBe('/albums/2/photos/1')
})

test('the app follows redirects, and shows a page for unknown albums', async () => {
  await open()
  await navigate('/pictures/1')
  await showsHeading('A week by the sea')
  await navigate('/albums/7')
  await showsHeading('Page not found')
})

test('a component with links needs no setup', async () => {
  mount(Home)
  await showsHeading('Turnout + Vue')
  expect(container.querySelector('a')!.getAttribute('href')).toBe('/albums')
})
