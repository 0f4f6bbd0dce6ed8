// Every file and folder that a page names is there: the links of all pages, and what the pages for contributors name in
// passing. README and docs/ name files of their reader's application, and are asked for their links only.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFiles, ROOT } from './pages.ts'

const FILES = repositoryFiles()
const PAGES = FILES.filter((file) => file.endsWith('.md'))

/** Each file and folder by all the ends of its path: pages leave out what is plain from what they speak of. */
const KNOWN = new Set(
  FILES.flatMap((file) => {
    const names = file.split('/')
    const folders = names.flatMap((_, to) => names.slice(0, to).map((_, from) => names.slice(from, to).join('/')))
    return [...folders, ...names.map((_, from) => names.slice(from).join('/'))]
  }),
)

/** Names that stand for any file. */
const ANY = new Set(['x.ts', 'x.test.ts', 'x.test-d.ts'])

/** The paths among the code in a line: `dsl/values.ts`, `phases/4-analyse/`. */
function named(text: string): string[] {
  const code = [...text.matchAll(/`([^`\s]+)`/g)].map(([, inner]) => inner!)
  return code.filter((each) => /^[\w$-][\w.$-]*(?:\/[\w.$-]+)*(?:\.(?:[cm]?[jt]s|json|md)|\/)$/.test(each))
}

function links(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
    ([, inline, below]) => inline ?? below!,
  )
  return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*/, ''))
}

test.each(PAGES)('%s', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replace(/^```.*?^```$/gms, '')
  const isForUsers = page === 'README.md' || page.startsWith('docs/')
  const missing = isForUsers ? [] : named(text).filter((each) => !ANY.has(each) && !KNOWN.has(each.replace(/\/$/, '')))
  const broken = links(text).filter((target) => !existsSync(path.resolve(ROOT, path.dirname(page), target)))
  expect({ missing, broken }).toEqual({ missing: [], broken: [] })
})
