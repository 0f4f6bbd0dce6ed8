import { stripVTControlCharacters } from 'node:util'
import { coloured, plain, terminalText } from '@turnout/compiler/internal/terminal/style'
import { expect, test } from 'vitest'
import { commandHelp, generalHelp } from './help.ts'
import { routes } from './routes.ts'

test('titles are bold, terms are in colour, and the columns stay the same', () => {
  const general = terminalText(generalHelp([routes], 60, coloured))
  expect(general).toContain('\u001B[1mCommands:\u001B[22m\n  \u001B[36mroutes\u001B[39m  Print the route table.')
  expect(stripVTControlCharacters(general)).toBe(generalHelp([routes], 60, plain))
  const command = terminalText(commandHelp(routes, 60, coloured))
  expect(command).toContain('\u001B[1mExit codes:\u001B[22m\n  \u001B[36m0\u001B[39m  ')
  expect(stripVTControlCharacters(command)).toBe(commandHelp(routes, 60, plain))
})
