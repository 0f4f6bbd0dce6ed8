import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pagesFor } from './pages.ts'

test('a code leads to its line in the page that is installed, from the current folder', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-pages-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const page = path.join(root, 'node_modules/vite-plugin-turnout/docs/diagnostics.md')
  mkdirSync(path.dirname(page), { recursive: true })
  writeFileSync(page, '# Diagnostics\n\n| [missing-via](#missing-via) |\n\n## missing-via\n\n## unknown-verb\n')
  mkdirSync(path.join(root, 'app/client'), { recursive: true })
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
  onTestFinished(() => cwd.mockRestore())
  const pageOf = pagesFor(path.join(root, 'app/client'))
  expect(pageOf('missing-via')).toBe('node_modules/vite-plugin-turnout/docs/diagnostics.md:5')
  expect(pageOf('unknown-verb')).toBe('node_modules/vite-plugin-turnout/docs/diagnostics.md:7')
  expect(pageOf('deep-nesting')).toBe('vite-plugin-turnout/docs/diagnostics.md#deep-nesting')
  cwd.mockReturnValue(path.join(root, 'app'))
  expect(pagesFor(root)('missing-via')).toBe(`${page}:5`)
})
