// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate, start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/react'
import { Home } from './pages/pages.tsx'

let container: HTMLElement
let root: Root
let stop = () => {}

beforeEach(() => {
  history.replaceState(null, '', '/')
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})

afterEach(() => {
  stop()
  stop = () => {}
  root.unmount()
  container.remove()
})

/** Draws the application, and waits for the first page. */
async function open(): Promise<void> {
  stop = start()
  root.render(<Routes />)
  await showsHeading('Turnout + React')
}

const click = (text: string) =>
  [...container.querySelectorAll('a')].find((link) => link.textContent.startsWith(text))!.click()

// The first visit of a page loads its module.
const showsHeading = (text: string) =>
  vi.waitFor(() => expect(container.querySelector('h1')?.textContent).toBe(text), 4000)

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
  root.render(<Home />)
  await showsHeading('Turnout + React')
  expect(container.querySelector('a')!.getAttribute('href')).toBe('/albums')
})
