import { h } from './dom.ts'
import { readStored, writeStored } from './stored.ts'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const KEY = 'turnout-theme'

/** A button that changes between the theme of the system, light and dark. The choice is kept. */
export function themeButton(): HTMLElement {
  let theme = THEMES.find((candidate) => candidate === readStored(KEY)) ?? 'auto'
  const button = h('button.quiet.theme', { type: 'button' })
  const set = (chosen: Theme) => {
    theme = chosen
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    button.textContent = theme
    button.setAttribute('aria-label', `Theme: ${theme}`)
    button.title = `Theme: ${theme}`
  }
  set(theme)
  button.addEventListener('click', () => {
    set(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!)
    writeStored(KEY, theme)
  })
  return button
}
