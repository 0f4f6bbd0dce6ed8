// Every example builds, types included, and passes its own test: in the workspace, and with TURNOUT_PACKED=1 as a project
// of its own that installs the packed packages. Examples that are the source of a starter do so in `create.test.ts`.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { outside, pnpm, usePacked } from './packed.ts'

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))
const STARTERS = fileURLToPath(new URL('../packages/create-turnout/templates', import.meta.url))
const PARTS = fileURLToPath(new URL('../packages/create-turnout/parts', import.meta.url))
const isPacked = process.env['TURNOUT_PACKED'] === '1'
const examples = readdirSync(EXAMPLES).filter((name) => existsSync(path.join(EXAMPLES, name, 'package.json')))

/** The templates of `npm create turnout` that consist of the files of an example. `create.test.ts` builds and tests each. */
const TEMPLATES: Readonly<Record<string, string>> = {
  fullstack: 'fullstack/ts',
  javascript: 'plain/js',
  library: 'library/ts',
  react: 'react/ts',
  vue: 'vue/ts',
  workers: 'workers/ts',
}

const made = outside('examples', isPacked)

/** A copy of an example that stands alone. */
async function standAlone(name: string): Promise<string> {
  const root = path.join(made.folder, name)
  cpSync(path.join(EXAMPLES, name), root, {
    recursive: true,
    filter: (file) => !/(?:^|[/\\])(?:node_modules|dist)(?:$|[/\\])/.test(path.relative(EXAMPLES, file)),
  })
  const packages = readdirSync(root).filter((each) => existsSync(path.join(root, each, 'package.json')))
  writeFileSync(
    path.join(root, 'pnpm-workspace.yaml'),
    ['packages:', ...packages.map((each) => `  - ${each}`), ''].join('\n'),
  )
  usePacked(root, made.tarballs)
  for (const each of packages) usePacked(path.join(root, each), made.tarballs)
  await pnpm(root, 'install', '--prefer-offline', '--no-frozen-lockfile')
  return root
}

test.each(isPacked ? examples : examples.filter((name) => !Object.hasOwn(TEMPLATES, name)))(
  'the example %s builds and passes its test',
  async (name) => {
    const root = isPacked ? await standAlone(name) : path.join(EXAMPLES, name)
    await pnpm(root, 'run', 'build')
    expect(readdirSync(path.join(root, 'dist')).length).toBeGreaterThan(0)
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    if (scripts['test'] !== undefined) await pnpm(root, 'run', 'test')
  },
)

/** The text of each file of a folder, by its path. Installed, built and generated files do not count. */
function readFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|[/\\])(?:node_modules|dist|\.vite|virtual-routes\.d\.ts(?:\.map)?)(?:$|[/\\])/.test(file))
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

/** JSON that two tools have written may differ in its line breaks. */
function withoutLayout(files: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(files).map(([file, text]) => [file, file.endsWith('.json') ? JSON.parse(text) : text])
  return Object.fromEntries(entries) as Record<string, unknown>
}

test.each(Object.entries(TEMPLATES))(
  'the example %s is the starter that create.test.ts builds and tests',
  (name, template) => {
    const { 'README.md': _, ...example } = readFiles(path.join(EXAMPLES, name))
    const {
      gitignore: _ignored,
      'README.md': _readme,
      'pnpm-workspace.yaml': _workspace,
      ...starter
    } = readFiles(path.join(STARTERS, template))
    const files = Object.entries(starter).map(([file, text]) => {
      const json = file.replace('package.template.json', 'package.json')
      if (path.basename(json) !== 'package.json') return [json, text] as const
      // The packages of this repository have a version there, and the project has a name of its own.
      const { name: exampleName } = JSON.parse(example[json]!) as { name: string }
      return [
        json,
        text
          .replace('"turnout-app"', `"${exampleName}"`)
          .replace(/("vite-plugin-turnout": )"[^"]*"/g, '$1"workspace:*"'),
      ] as const
    })
    expect(withoutLayout(Object.fromEntries(files))).toEqual(withoutLayout(example))
  },
)

test('the page of examples names them all', () => {
  const page = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8')
  for (const name of examples) expect(page).toContain(`](${name})`)
})

test('the stylesheet of the starters has at most 135 lines', () => {
  const stylesheet = readFileSync(path.join(PARTS, 'style/src/style.css'), 'utf8')
  expect(stylesheet.trimEnd().split('\n').length).toBeLessThanOrEqual(135)
})
