import { readTextFile } from './read-file.ts'

/**
 * Reads a document in JSON.
 *
 * @throws Error if there is no file, or it is not JSON
 */
export function readDocument(file: string): unknown {
  return parseDocument(readTextFile(file), file)
}

/**
 * Parses a document in JSON.
 *
 * @param file its name: YAML has a message of its own
 * @throws Error if it is not JSON
 */
export function parseDocument(text: string, file: string): unknown {
  try {
    // Editors on Windows write a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const hint = /\.ya?ml$/i.test(file) ? ' YAML is not read.' : ''
    throw new Error(`It is not JSON: ${(error as Error).message}.${hint}`, { cause: error })
  }
}

/** Returns the indentation of a JSON document, so that it can be preserved; two spaces if the document shows none. */
export function indentOf(text: string): string {
  return /^[[{]\s*?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}
