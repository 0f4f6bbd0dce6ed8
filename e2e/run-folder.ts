// A folder that all test files of a run share. Vitest calls this module before the first test file.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The absolute path of the folder. */
    runFolder: string
  }
}

/** Makes the folder. Returns a function that removes it. */
export default function makeRunFolder(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-run-')))
  project.provide('runFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
