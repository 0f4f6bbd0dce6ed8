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
  act(() => [...page.querySelectorAll('a')].find((link) => link.textContent === text)!.click())

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
  await act(() => visit('/pictures/1'))
  expect(page.querySelector('h1')!.textContent).toBe('A week by the sea')
  await act(() => visit('/nowhere'))
  expect(page.querySelector('h1')!.textContent).toBe('Nothing here')
})
