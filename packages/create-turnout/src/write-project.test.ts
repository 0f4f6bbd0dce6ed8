import { expect, test } from 'vitest'
import { packageName } from './write-project.ts'

test.each([
  ['album', 'album'],
  ['My Album', 'my-album'],
  ['/tmp/.hidden', 'hidden'],
  ['@scope/ünï', 'n'],
  ['日本', 'turnout-app'],
])('the folder %s is the package %s', (folder, name) => expect(packageName(folder)).toBe(name))
