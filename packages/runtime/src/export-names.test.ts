import { expect, it } from 'vitest'
import { findExport, actionExportNames, pageExportNames } from './export-names.ts'

it.each([
  ['show', 'show'],
  ['sign_in', 'signIn'],
  ['sign-in', 'signIn'],
  ['sign__in', 'signIn'],
  ['sign_-in_now', 'signInNow'],
  ['step_2', 'step2'],
  ['a_B', 'aB'],
  ['done_', 'done_'],
  ['a_$', 'a_$'],
])('an action %s may be exported as %s', (action, camel) => {
  expect(actionExportNames(action)).toEqual([action, camel, `${action}_`, `${camel}_`])
})

it('a page may be exported in PascalCase', () => {
  expect(pageExportNames('sign_in')).toEqual(['sign_in', 'signIn', 'sign_in_', 'signIn_', 'SignIn'])
  expect(pageExportNames('new').at(-1)).toBe('New')
})

it('a missing export and an inherited property are undefined', () => {
  expect(findExport({ show: 1 }, ['index'])).toBeUndefined()
  expect(findExport({ undefined: 1 }, ['index'])).toBeUndefined()
  expect(findExport({}, ['toString'])).toBeUndefined()
})
