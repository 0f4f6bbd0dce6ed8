// The samples of the documentation, and the projects that they make up.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryFiles, ROOT } from './pages.ts'

/** All pages that are written by hand or generated, by their paths. */
export const PAGES = repositoryFiles().filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))

/** The sources with examples in doc comments, by their paths. */
export const SOURCES = repositoryFiles('packages/').filter(
  (file) => /\/src\/.*\.ts$/.test(file) && readFileSync(path.join(ROOT, file), 'utf8').includes('* @example'),
)

/** Returns the text of a page. The text of a source is that of its doc comments, in the same lines. */
export function readPage(file: string): string {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  // Declarations that a source generates are template literals, in which backticks are escaped.
  return file.endsWith('.md') ? text : text.replaceAll('\\`', '`').replace(/^ *(?:\* ?(.*)|.*)$/gm, '$1')
}

/** A block of code of a page. */
export interface Sample {
  readonly page: string
  /** The line in the page at which its code begins, 1-based. */
  readonly line: number
  readonly code: string
  /** What its first line says that it is: `// src/main.ts`. */
  readonly file: string | null
  readonly language: string
}

/**
 * The samples in TypeScript and JavaScript. What a page shows as a mistake (` ```ts mistake `) is left out: that it is
 * one, and is found, the tests of the diagnostics show.
 */
export function samplesOf(page: string, text: string): readonly Sample[] {
  return [...text.matchAll(/^```(ts|tsx|js|jsx|typescript|javascript)( [^\n]*)?\n(.*?)^```$/gms)]
    .filter(([, , info = '']) => info.trim() !== 'mistake')
    .map(({ 1: language, 3: code, index }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      code: code!,
      file: /^\/\/ ([\w./-]+\.[cm]?[jt]sx?)\b/.exec(code!)?.[1] ?? null,
      language: language!.replace('typescript', 'ts').replace('javascript', 'js'),
    }))
}

/** The route file that a page shows, or one with a few routes that every application has. */
export function routeFileOf(samples: readonly Sample[]): string {
  const own = samples.find(({ file, code }) => file === 'config/routes.ts' && code.includes('defineRoutes('))?.code
  return own ?? `export default defineRoutes((r) => { r.root('pages#home'); r.resources('photos') })`
}

/** Samples as the files of a project, and which file is which sample. */
export function projectOf(samples: readonly Sample[]): {
  readonly files: ReadonlyMap<string, string>
  readonly written: ReadonlyMap<string, Sample>
} {
  const files = new Map([['package.json', '{ "type": "module", "private": true }']])
  const written = new Map<string, Sample>()
  const stubs = new Map<string, Set<string>>()
  for (const sample of samples) {
    const { code, file, language } = sample
    // Of two samples with one name, the second shows the file at another time.
    const name = file === null || written.has(file) ? `config/sample-${written.size}.${language}` : file
    written.set(name, sample)
    files.set(name, `${code}\nexport {}\n`)
    for (const [, names, from] of code.matchAll(/^import (?:type )?(\w+|\{ [^}]* \}) from '(\.[^']*)'/gm)) {
      const target = path.posix.join(path.posix.dirname(name), from!)
      const exported = stubs.get(target) ?? new Set()
      if (!names!.startsWith('{')) exported.add('default')
      else for (const each of names!.slice(1, -1).split(',')) exported.add(each.trim().split(' as ')[0]!)
      stubs.set(target, exported)
    }
  }
  // A module that a sample imports and the page does not show.
  for (const [target, names] of stubs) {
    const file = target.replace(/\.js$/, '.ts')
    const declared = [...names].map((name) => (name === 'default' ? 'export default ' : `export const ${name}: any = `))
    if (!written.has(file)) files.set(file, declared.map((each) => `${each}(() => {}) as any\n`).join(''))
  }
  return { files, written }
}

/** Links the packages that samples can import into a folder: the dependencies of these tests, and all packages of the repository. */
export function linkPackages(folder: string): void {
  const dependencies = fileURLToPath(new URL('node_modules', import.meta.url))
  const link = (from: string, name: string) => symlinkSync(from, path.join(folder, name), 'dir')
  mkdirSync(path.join(folder, '@turnout'), { recursive: true })
  for (const name of readdirSync(dependencies))
    if (name !== '@turnout' && !name.startsWith('.')) link(path.join(dependencies, name), name)
  for (const name of readdirSync(path.join(ROOT, 'packages'))) {
    const scoped = path.join('@turnout', name)
    if (existsSync(path.join(ROOT, 'packages', name, 'package.json'))) link(path.join(ROOT, 'packages', name), scoped)
  }
}
