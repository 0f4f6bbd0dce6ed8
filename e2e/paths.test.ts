// Every file and folder is there that a page for contributors names in passing. README and docs/ name files of their
// reader's application. The links of all pages are checked with the site (docs-site.test.ts).
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFiles, ROOT } from './pages.ts'

const FILES = repositoryFiles()
const PAGES = FILES.filter((file) => file.endsWith('.md') && file !== 'README.md' && !file.startsWith('docs/'))

/** Each file and folder by all the ends of its path: pages leave out what is plain from what they speak of. */
const KNOWN = new Set(
  FILES.flatMap((file) => {
    const names = file.split('/')
    const folders = names.flatMap((_, to) => names.slice(0, to).map((_, from) => names.slice(from, to).join('/')))
    return [...folders, ...names.map((_, from) => names.slice(from).join('/'))]
  }),
)

/** Names that stand for any file, and the folder that a build writes. */
const ANY = new Set(['dist/', 'x.ts', 'x.test.ts', 'x.test-d.ts'])

/** The paths among the code in a line: `dsl/values.ts`, `phases/4-analyse/`. */
function named(text: string): string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map(([, inner]) => inner!)
  return code.filter((each) => /^[\w$-][\w.$-]*(?:\/[\w.$-]+)*(?:\.(?:[cm]?[jt]s|json|md)|\/)$/.test(each))
}

test.each(PAGES)('%s', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replace(/^```.*?^```$/gms, '')
  expect(named(text).filter((each) => !ANY.has(each) && !KNOWN.has(each.replace(/\/$/, '')))).toEqual([])
})
