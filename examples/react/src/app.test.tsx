// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { App } from './app.tsx'
import { visit } from './location.ts'

let page: HTMLElement

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeEach(async () => {
  history.replaceState(null, '', '/')
  page = document.createElement('div')
  await act(() => createRoot(page).render(<App />))
})

const follow = (text: string) =>
  act(() => [...page.querySelectorAll('a')].find((link) => link.textContent.startsWith(text))!.click())

const heading = () => page.querySelector('h1')!.textContent

test('links change the page, and the current link is marked', async () => {
  expect(heading()).toBe('Turnout + React')
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
  await act(() => visit('/pictures/1'))
  expect(heading()).toBe('A week by the sea')
  await act(() => visit('/nowhere'))
  expect(heading()).toBe('Page not found')
})
