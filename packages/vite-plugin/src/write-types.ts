import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { emitTypes, type Manifest } from '@turnout/compiler'
import type { Project } from './project.ts'

/** Writes the declarations of `virtual:routes`, unless the option `types` is false or the file has them already. */
export function writeTypes({ options, root }: Pick<Project, 'options' | 'root'>, manifest: Manifest): void {
  if (options.types === null) return
  const { helpers } = options.compile
  const { code } = emitTypes(manifest, { ...(helpers && { helpers }) })
  writeIfChanged(path.resolve(root, options.types), code)
}

/**
 * Writes a file if its content is another, by way of a temporary file beside it, so that no reader sees half of it.
 *
 * @returns true if the file was written
 */
export function writeIfChanged(file: string, content: string): boolean {
  if (read(file) === content) return false
  mkdirSync(path.dirname(file), { recursive: true })
  // Two servers may run on one project.
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  return true
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
