import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pagesFor } from './pages.ts'

test('a code leads to its page in the package that is installed, from the current folder', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const page = path.join(root, 'node_modules/vite-plugin-turnout/docs/diagnostics/missing-via.md')
  mkdirSync(path.dirname(page), { recursive: true })
  writeFileSync(page, '# missing-via\n')
  mkdirSync(path.join(root, 'app/client'), { recursive: true })
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
  onTestFinished(() => cwd.mockRestore())
  const pageOf = pagesFor(path.join(root, 'app/client'))
  expect(pageOf('missing-via')).toBe('node_modules/vite-plugin-turnout/docs/diagnostics/missing-via.md')
  // The version that is installed does not know it.
  expect(pageOf('deep-nesting')).toBe('vite-plugin-turnout/docs/diagnostics/deep-nesting.md')
  cwd.mockReturnValue(path.join(root, 'app'))
  expect(pagesFor(root)('missing-via')).toBe(page)
})

test('a page inside of an archive, as Plug’n’Play has it, is named by the package', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const archive = path.join(root, '.yarn/cache/vite-plugin-turnout-npm-1.0.0.zip')
  const page = path.join(archive, 'node_modules/vite-plugin-turnout/docs/diagnostics/missing-via.md')
  mkdirSync(path.dirname(page), { recursive: true })
  writeFileSync(page, '# missing-via\n')
  expect(pagesFor(archive)('missing-via')).toBe('vite-plugin-turnout/docs/diagnostics/missing-via.md')
})
