import { expect, test } from 'vitest'
import { colourMethods, colourPattern } from './route-colours.ts'
import type { Style } from './style.ts'

const marked: Style = (format, text) => `<${format} ${text}>`

test('each method has its colour', () => {
  expect(colourMethods('GET|POST  ', marked)).toBe('<green GET>|<blue POST>  ')
  expect(colourMethods('PATCH|PUT|DELETE|LINK|constructor', marked)).toBe(
    '<yellow PATCH>|<yellow PUT>|<red DELETE>|<magenta LINK>|<magenta constructor>',
  )
  expect(colourMethods('', marked)).toBe('')
})

test('params are coloured, and the format is dim', () => {
  expect(colourPattern('/photos/:id/*path(.:format) ', marked)).toBe('/photos/<cyan :id>/<cyan *path><dim (.:format)> ')
})
