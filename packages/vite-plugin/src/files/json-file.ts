import { readTextFile } from './read-file.ts'

/**
 * Reads a document in JSON.
 *
 * @throws Error if there is no file, or it is not JSON
 */
export function readDocument(file: string): unknown {
  const text = readTextFile(file)
  try {
    // Editors on Windows write a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const hint = /\.ya?ml$/i.test(file) ? ' YAML is not read.' : ''
    throw new Error(`It is not JSON: ${(error as Error).message}.${hint}`, { cause: error })
  }
}
