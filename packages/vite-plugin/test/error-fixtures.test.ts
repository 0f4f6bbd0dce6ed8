// Each fixture through a real build and through `turnout check`: the same errors, at the same places.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { catalog } from '@turnout/compiler'
import { runCommand } from './command.ts'
import { errorFixtures } from './error-fixtures.ts'
import { makeProject, viteConfig, type Files } from './fixture.ts'

/** What the build of a project with a page needs besides its routes, and what the fixtures import. */
const page: Files = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'src/main.ts': "import 'virtual:routes'\n",
  'src/app.ts': 'export const app = () => {}\n',
}

/** What Vite's `build` throws, as far as it is looked at. Vite 8 wraps what plugins throw. */
interface BuildError extends Error {
  readonly errors?: readonly BuildError[]
  readonly pluginCode?: string
  readonly plugin?: string
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number }
}

describe.each(errorFixtures)('$name', ({ files, options, errors }) => {
  test('fails the build', async () => {
    const root = makeProject({ ...page, ...files })
    const error = await build(viteConfig(root, options)).then(
      () => null,
      (thrown: unknown) => thrown as BuildError,
    )
    expect(error).not.toBeNull()
    expect(errorsOfBuild(error!, root)).toEqual(errors)
  })

  test('is reported by turnout check', async () => {
    const root = makeProject({ ...page, ...files })
    const [json, text] = [
      await runCommand(['check', '--json'], root, options),
      await runCommand(['check'], root, options),
    ]
    expect([json.code, text.code]).toEqual([1, 1])
    const { diagnostics } = JSON.parse(json.out) as { diagnostics: readonly JsonDiagnostic[] }
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(shown)).toEqual(errors)
    expect(errorsOfText(text.out)).toEqual(errors)
    // Both lead to the same page, which is there.
    const pages = [...text.out.matchAll(/^ {2}see: (.*)$/gm)].map(([, page]) => page)
    expect(diagnostics.map(({ see }) => see)).toEqual(pages)
    for (const { code, see } of diagnostics) expect(readFileSync(see, 'utf8')).toContain(`# ${code}\n`)
  })
})

test('there are fixtures for every error that a route file can raise', () => {
  const raised = new Set(errorFixtures.flatMap(({ errors }) => errors.map((error) => error.split(' ')[0])))
  const codes = Object.entries(catalog).flatMap(([code, { severity }]) => (severity === 'error' ? [code] : []))
  // Those that take seconds to find out, and those about options, modules of the application, exports and what a Rails
  // server has printed: each has a test of its own.
  const elsewhere = [
    'compilation-failed',
    'dead-link',
    'duplicate-module',
    'export-not-written',
    'hidden-helper',
    'idle-client-pattern',
    'injected-code-threw',
    'invalid-base',
    'invalid-client-routes',
    'invalid-rails-json',
    'module-never-ends',
    'other-route-wins',
    'pages-not-set',
    'reserved-action',
    'reserved-page-name',
    'router-not-set',
    'server-in-client',
    'server-module-in-client',
    'server-not-set',
    'too-many-routes',
    'unbundled-package',
    'unknown-helper',
    'unsupported-router',
  ]
  expect(codes.filter((code) => !raised.has(code)).toSorted()).toEqual(elsewhere)
  expect(errorFixtures.length).toBeGreaterThanOrEqual(60)
})

interface JsonDiagnostic {
  readonly code: string
  readonly severity: string
  readonly see: string
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null
}

function shown({ code, location }: Pick<JsonDiagnostic, 'code' | 'location'>): string {
  return location === null ? code : `${code} ${location.file}:${location.line}:${location.column}`
}

/** One error is thrown with its place; of several the message is a list. */
function errorsOfBuild(error: BuildError, root: string): string[] {
  const { message, loc, pluginCode } = error.errors?.[0] ?? error
  if (/The route files have \d+ errors\./.test(message)) return errorsOfText(message)
  expect(message).toContain(`[${pluginCode}]`)
  const location = loc === undefined ? null : { ...loc, file: path.relative(root, loc.file!) }
  return [shown({ code: pluginCode!, location })]
}

/** The headings of a list of problems, and the first place below each. */
function errorsOfText(text: string): string[] {
  return [...text.matchAll(/^error\[([\w-]+)\] .*(?:\n {2}at (\S+:\d+:\d+)$)?/gm)].map(([, code, place]) =>
    place === undefined ? code! : `${code} ${place}`,
  )
}
