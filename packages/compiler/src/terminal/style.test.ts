import { expect, test } from 'vitest'
import { coloured, plain, styleOf, terminalText, type Style, colourMethods, colourPattern } from './style.ts'

const terminal = { isTTY: true }

test.each([
  ['a terminal', terminal, {}, coloured],
  ['a pipe', {}, {}, plain],
  ['a terminal without colours', terminal, { TERM: 'dumb' }, plain],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, plain],
  ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, coloured],
  ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, coloured],
  ['FORCE_COLOR without a value', {}, { FORCE_COLOR: '' }, coloured],
  ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, plain],
  ['both', {}, { NO_COLOR: '1', FORCE_COLOR: '1' }, plain],
])('styleOf: %s', (_name, stream, env, expected) => {
  expect(styleOf(stream, env)).toBe(expected)
})

test('a colour ends at the end of its text', () => {
  expect(terminalText(coloured('red', 'x'))).toBe('\u001B[31mx\u001B[39m')
})

const marked: Style = (format, text) => `<${format} ${text}>`

test('colourMethods gives each method its colour', () => {
  expect(colourMethods('GET|POST  ', marked)).toBe('<green GET>|<blue POST>  ')
  expect(colourMethods('PATCH|PUT|DELETE|LINK|constructor', marked)).toBe(
    '<yellow PATCH>|<yellow PUT>|<red DELETE>|<magenta LINK>|<magenta constructor>',
  )
  expect(colourMethods('', marked)).toBe('')
})

test('colourPattern colours params, and dims the format', () => {
  expect(colourPattern('/photos/:id/*path(.:format) ', marked)).toBe('/photos/<cyan :id>/<cyan *path><dim (.:format)> ')
})
