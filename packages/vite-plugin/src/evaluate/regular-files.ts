import type { Plugin } from 'vite'
import { isIrregular } from '../files/file-kind.ts'
import { withoutQuery } from '../files/paths.ts'

/** Refuses to load what is no regular file: to read a named pipe waits for a writer, which may never come. */
export function onlyRegularFiles(): Plugin {
  return {
    name: 'turnout:regular-files',
    enforce: 'pre',
    load(id) {
      if (isIrregular(withoutQuery(id))) throw new Error(`\`${id}\` is not a regular file`)
      return null
    },
  }
}
