import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { normalizePath } from 'vite'

/** Makes a folder with files, which is removed after the test. Returns its path with forward slashes. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = normalizePath(realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-unit-'))))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), content)
  }
  return folder
}
