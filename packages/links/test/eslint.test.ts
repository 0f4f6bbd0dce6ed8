// Starts processes and imports ESLint, so the test is one of integration.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileRoutes } from '@turnout/compiler'
import { buildPackages } from '../../vite-plugin/test/built.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const OXLINT = path.join(PACKAGE, 'node_modules/oxlint/bin/oxlint')

let root: string
beforeAll(async () => {
  await buildPackages()
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-lint-')))
  const { manifest } = compileRoutes((r) => r.resources('photos'))
  writeFileSync(path.join(root, 'routes.json'), JSON.stringify(manifest))
})
afterAll(() => rmSync(root, { recursive: true }))

const SOURCE =
  'import a from "a"\nexport const b = <a href="/photos" onClick={() => a("/photo")}>{fetch(`/photo/${a}`)}</a>\n'
const FIXED = SOURCE.replace('"a"\n', '"a"\nimport { photosPath } from "virtual:routes"\n').replace(
  '"/photos"',
  '{photosPath()}',
)
const OPTIONS = { manifest: 'routes.json', calls: { a: 'GET' } }
const RULES = { 'turnout/no-dead-links': ['error', OPTIONS], 'turnout/prefer-helpers': ['warn', OPTIONS] }

it('ESLint reports dead links, and writes helpers', async () => {
  const { default: plugin } = (await import(path.join(PACKAGE, 'dist/eslint.js'))) as { default: object }
  const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } }
  const config = [{ files: ['**/*.jsx'], languageOptions, plugins: { turnout: plugin }, rules: RULES }] as never
  const settings = { cwd: root, overrideConfigFile: true, overrideConfig: config } as const
  const [result] = await new ESLint(settings).lintText(SOURCE, { filePath: 'a.jsx' })
  expect(
    result!.messages.map(({ ruleId, line, column, message }) => `${line}:${column} ${ruleId}: ${message}`),
  ).toEqual([
    '2:26 turnout/prefer-helpers: Write `photosPath()` instead of the path.',
    '2:53 turnout/no-dead-links: No route matches `/photo`. Did you mean `/photos`?',
    '2:71 turnout/no-dead-links: No route matches `/photo/${a}`. Did you mean `/photos/1`?',
  ])
  const [fixed] = await new ESLint({ ...settings, fix: true }).lintText(SOURCE, { filePath: 'a.jsx' })
  expect(fixed!.output).toBe(FIXED)
})

it('ESLint writes the helpers of many links in one run', async () => {
  const { default: plugin } = (await import(path.join(PACKAGE, 'dist/eslint.js'))) as { default: object }
  const rules = { 'turnout/prefer-helpers': RULES['turnout/prefer-helpers'] }
  const config = [{ files: ['**/*.js'], plugins: { turnout: plugin }, rules }] as never
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config, fix: true })
  const linesOf = (photos: string, newPhoto: string) => `fetch(${photos})\nfetch(${newPhoto})\n`.repeat(30)
  const [fixed] = await eslint.lintText(linesOf("'/photos'", "'/photos/new'"), { filePath: 'many.js' })
  const importLine = "import { newPhotoPath, photosPath } from 'virtual:routes'\n"
  expect(fixed!.output).toBe(importLine + linesOf('photosPath()', 'newPhotoPath()'))
})

it('Oxlint reports dead links, and writes helpers', () => {
  const file = path.join(root, 'a.jsx')
  writeFileSync(file, SOURCE)
  const jsPlugins = [{ name: 'turnout', specifier: path.join(PACKAGE, 'dist/eslint.js') }]
  writeFileSync(
    path.join(root, '.oxlintrc.json'),
    JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules: RULES }),
  )
  const run = (...args: string[]) => {
    try {
      return execFileSync(process.execPath, [OXLINT, ...args, 'a.jsx'], { cwd: root, encoding: 'utf8' })
    } catch (error) {
      return String((error as { stdout: string }).stdout)
    }
  }
  const { diagnostics } = JSON.parse(run('--format', 'json')) as { diagnostics: { message: string; code: string }[] }
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`).sort()).toEqual([
    'turnout(no-dead-links): No route matches `/photo/${a}`. Did you mean `/photos/1`?',
    'turnout(no-dead-links): No route matches `/photo`. Did you mean `/photos`?',
    'turnout(prefer-helpers): Write `photosPath()` instead of the path.',
  ])
  run('--fix')
  expect(readFileSync(file, 'utf8')).toBe(FIXED)
})
