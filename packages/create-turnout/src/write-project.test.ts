import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import validate from 'validate-npm-package-name'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as compiler from '../../compiler/src/diagnostics/printable.ts'
import { kindNamed } from './kinds.ts'
import { main } from './main.ts'
import { printable } from './printable.ts'
import { packageName, whyNotFolder, withLines, writeProject } from './write-project.ts'

test.each([
  ['album', 'album'],
  ['My Album', 'my-album'],
  ['/tmp/.hidden', 'hidden'],
  ['@scope/ünï', 'n'],
  ['日本', 'turnout-app'],
  ['node_modules', 'node_modules-app'],
  ['http', 'http-app'],
  ['favicon.ico', 'favicon.ico-app'],
  ["it's (new)!", 'it-s-new'],
  ['~tilde', 'tilde'],
  ['x'.repeat(255), 'x'.repeat(200)],
])('the folder %s is the package %s', (folder, name) => {
  expect(packageName(folder)).toBe(name)
  expect(validate(name).validForNewPackages).toBe(true)
})

test('of the lines of a file only those are added that it lacks', () => {
  expect(withLines('', 'node_modules\ndist\n')).toBe('node_modules\ndist\n')
  expect(withLines('secret.txt\r\ndist', 'node_modules\ndist\n')).toBe('secret.txt\r\ndist\nnode_modules\n')
  expect(withLines('dist\nnode_modules\n', 'node_modules\ndist\n')).toBe('dist\nnode_modules\n')
})

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'create-turnout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const choice = (folder: string) => ({
  folder,
  kind: kindNamed('plain')!,
  isTypeScript: false,
  hasDatabase: false,
  hasRouter: false,
  isInstalled: false,
})

test('a link to an empty folder is a folder, and what is in .gitignore stays', () => {
  const folder = emptyFolder()
  mkdirSync(path.join(folder, 'real'))
  writeFileSync(path.join(folder, 'real/.gitignore'), 'secret.txt\nnode_modules')
  writeFileSync(path.join(folder, 'real/README.md'), 'mine')
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'))
  writeProject(choice(path.join(folder, 'link')), 'npm')
  const lines = readFileSync(path.join(folder, 'real/.gitignore'), 'utf8').split('\n')
  expect(lines.slice(0, 2)).toEqual(['secret.txt', 'node_modules'])
  expect(lines.filter((line) => line === 'node_modules')).toHaveLength(1)
  expect(lines.length).toBeGreaterThan(3)
  expect(JSON.parse(readFileSync(path.join(folder, 'real/package.json'), 'utf8'))).toMatchObject({ name: 'link' })
  expect(readFileSync(path.join(folder, 'real/README.md'), 'utf8')).toBe('mine')
  expect(existsSync(path.join(folder, 'real/gitignore'))).toBe(false)
})

test('an error of the file system is described in words', () => {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'file'), '')
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling'))
  symlinkSync(path.join(folder, 'loop'), path.join(folder, 'loop'))
  const reasons = ['file', 'file/inside', 'dangling', 'loop', 'x'.repeat(300)].map((name) =>
    whyNotFolder(path.join(folder, name))?.replace(/^.* cannot be used: /, ''),
  )
  expect(reasons).toEqual([
    'not a directory.',
    'not a directory.',
    'no such file or directory.',
    'too many symbolic links encountered.',
    'name too long.',
  ])
})

test.each([
  ['plain', 'cd plain'],
  ['with space', "cd 'with space'"],
  [`$(touch x);'"&`, `cd "\\$(touch x);'\\"&"`],
  ['-dash', 'cd ./-dash'],
  ['a\u001B[31mb\u202E', String.raw`\u001b\[31mb\u202e`],
])('the folder %j is safe in the command that is printed', async (name, expected) => {
  const folder = emptyFolder()
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await main([path.join(folder, name), '--yes', '--no-install', '--kind', 'plain'])).toBe(0)
  const text = log.mock.calls.join('\n')
  expect(text).toContain(expected)
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
})

test('text is made printable as the compiler does it', () => {
  const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('') + '\r\n\uD800'
  expect(printable(all)).toBe(compiler.printable(all))
})
