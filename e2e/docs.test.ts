// Every sample of the documentation compiles, in strict TypeScript, as its reader would have it. Pages that are new are
// found by themselves.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallableReference } from '@turnout/compiler'
import { action, defineRoutes, redirect, trusted } from '@turnout/compiler/dsl'
import { routerTypes } from '@turnout/adapters'
import { compileProject } from '@turnout/compiler/internal/compile'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPackages, run } from '../packages/vite-plugin/test/built.ts'
import { ROOT } from './pages.ts'
import { linkPackages, PAGES, projectOf, readPage, routeFileOf, samplesOf, SOURCES, type Sample } from './samples.ts'

const TSC = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url))

/** Pages that are checked as one project: those of the diagnostics, which have a sample or two each. */
const TOGETHER = 'docs/diagnostics/'

const GROUPS = new Map<string, readonly string[]>([
  ...PAGES.filter((page) => !page.startsWith(TOGETHER)).map((page) => [page, [page]] as const),
  [TOGETHER, PAGES.filter((page) => page.startsWith(TOGETHER))] as const,
  ['the doc comments', SOURCES],
])

/** Names that a sample of a single call uses without importing them. */
const GLOBALS = `
declare global {
  const r: import('vite-plugin-turnout/dsl').Routes
  const action: typeof import('vite-plugin-turnout/dsl').action
  const redirect: typeof import('vite-plugin-turnout/dsl').redirect
  const trusted: typeof import('vite-plugin-turnout/dsl').trusted
  const turnout: typeof import('vite-plugin-turnout').turnout
  const defineRoutes: typeof import('vite-plugin-turnout/dsl').defineRoutes
}
export {}
`

/** The declarations of the routes that a page declares, or of a few that every application has. */
async function declarations(samples: readonly Sample[]): Promise<string> {
  const text = routeFileOf(samples)
  const imported = new Map<object, CallableReference>()
  const scope: Record<string, unknown> = { defineRoutes, action, redirect, trusted }
  for (const [, names, from] of text.matchAll(/^import \{ ([^}]*) \} from '(\.[^']*)'/gm)) {
    for (const name of names!.split(', ')) {
      const standIn = Object.defineProperty(() => {}, 'name', { value: name })
      imported.set(standIn, { module: path.posix.join('config', from!), export: name })
      scope[name] = standIn
    }
  }
  const body = text.replace(/^import .*$/gm, '').replace('export default', 'return')
  // eslint-disable-next-line no-implied-eval -- the samples are our own texts
  const evaluate = new Function(...Object.keys(scope), body)
  const { manifest, diagnostics } = await compileProject(
    { file: 'config/routes.ts', block: evaluate(...Object.values(scope)) },
    {
      draw: async (name) => ({ file: `config/routes/${name}.ts`, block: () => {} }),
      locate: () => null,
      identify: (callable) => imported.get(callable) ?? null,
    },
  )
  expect(manifest, JSON.stringify(diagnostics)).not.toBeNull()
  const importType = (module: string) => `./${module.replace(/ts$/, 'js')}`
  const pages = new Map(
    samples.flatMap(({ file }) => {
      const [, name] = /^src\/pages\/(.*)\.tsx?$/.exec(file ?? '') ?? []
      return name === undefined ? [] : [[name, `./src/pages/${name}.js`]]
    }),
  )
  const contracts = new Map(
    samples.flatMap(({ file, code }) => {
      const isController = file?.startsWith('src/controllers/') === true
      const names = isController ? code.matchAll(/export const (\w+) = action\(\s*'([^']+)'/g) : []
      return Array.from(names, ([, name, action]) => [action!, { module: importType(file!), name: name! }] as const)
    }),
  )
  const settings = { importType, server: true, pages, contracts }
  const routers = (['react-router', 'vue-router'] as const).filter((name) => {
    return samples.some(({ code }) => code.includes(`virtual:routes/${name}`))
  })
  const routerModules = routers.map((name) => routerTypes(name, manifest!, pages))
  return [emitTypes(manifest!, settings).code, ...routerModules].join('\n')
}

/** Writes samples as a project that TypeScript checks. Returns which file is which sample. */
async function writeProject(root: string, samples: readonly Sample[]): Promise<ReadonlyMap<string, Sample>> {
  const { files, written } = projectOf(samples)
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  for (const [file, text] of files) write(file, text)
  write('virtual-routes.d.ts', await declarations(samples))
  write('globals.d.ts', GLOBALS)
  write(
    'vue.d.ts',
    `declare module '*.vue' {\n  const component: import('vue').Component\n  export default component\n}`,
  )
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    types: ['node'],
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*', '**/.*/*'], exclude: ['node_modules'] }))
  linkPackages(path.join(root, 'node_modules'))
  return written
}

/**
 * Returns the problems that TypeScript finds in groups of samples, each at its line of its page. Each group is a project of
 * its own, and one process checks all projects.
 */
async function problemsOf(groups: ReadonlyMap<string, readonly Sample[]>): Promise<ReadonlyMap<string, string[]>> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-docs-')))
  try {
    const projects = new Map<string, { readonly name: string; readonly written: ReadonlyMap<string, Sample> }>()
    for (const [name, samples] of groups) {
      const folder = String(projects.size)
      projects.set(folder, { name, written: await writeProject(path.join(root, folder), samples) })
    }
    const { out, code } = await run(TSC, ['--build', '--pretty', 'false', ...projects.keys()], root)
    const problems = new Map([...groups.keys()].map((name) => [name, [] as string[]]))
    for (const line of out.trim().split('\n')) {
      if (line === '') continue
      const [, folder, file, row, column, message] = /^(\d+)\/(\S+?)\((\d+),(\d+)\)(.*)$/.exec(line) ?? []
      const project = projects.get(folder ?? '')
      // A problem without a place, or the second line of a message.
      if (project === undefined) throw new Error(out)
      const sample = project.written.get(file!)
      const place = sample === undefined ? line : `${sample.page}:${sample.line + Number(row) - 1}:${column}${message}`
      problems.get(project.name)!.push(place)
    }
    expect(code === 0).toBe([...problems.values()].flat().length === 0)
    return problems
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

describe('the samples of', () => {
  const samples = new Map(
    [...GROUPS].map(([name, pages]) => [name, pages.flatMap((page) => samplesOf(page, readPage(page)))]),
  )
  const shown = [...samples.keys()].filter((name) => samples.get(name)!.length > 0)

  test('the documentation are found', () => {
    for (const page of ['README.md', TOGETHER, 'packages/compiler/README.md', 'packages/vite-plugin/README.md']) {
      expect(shown).toContain(page)
    }
    const pages = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'))
    for (const page of pages) expect(PAGES).toContain(`docs/${page}`)
    expect(existsSync(path.join(ROOT, 'docs/options.md'))).toBe(true)
  })

  /** A page whose samples have mistakes. */
  const slips = samplesOf(
    'page.md',
    "# Page\n\n```ts\nimport { match } from 'virtual:routes'\n\nmatch('GET')\n```\n\n```ts\nr.gett('a')\n```\n",
  )
  let problems: ReadonlyMap<string, string[]>
  beforeAll(async () => {
    await buildPackages()
    problems = await problemsOf(
      new Map([...shown.map((name) => [name, samples.get(name)!] as const), ['page.md', slips]]),
    )
  })

  test.each(shown)('%s compile', (name) => {
    // Only where a test shows the diagnostic may a sample be wrong.
    if (name !== TOGETHER) for (const page of GROUPS.get(name)!) expect(readPage(page)).not.toMatch(/^```\w+ mistake/m)
    expect(problems.get(name)).toEqual([])
  })

  test('a page with a slip do not', () => {
    expect(problems.get('page.md')).toEqual([
      expect.stringMatching(/^page.md:6:7: error TS2345: Argument of type 'string' is not assignable/),
      expect.stringMatching(/^page.md:10:3: error TS2551: Property 'gett'/),
    ])
  })
})
