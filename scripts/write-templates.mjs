// Makes the templates of create-turnout from the examples, in TypeScript and in JavaScript. Part of its build.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankSourceFile } from 'ts-blank-space'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TURNOUT = path.join(ROOT, 'packages/vite-plugin/bin/turnout.js')
const PACKAGE = path.join(ROOT, 'packages/create-turnout')
/** They are made elsewhere: the formatter leaves out what git ignores. */
const TEMPLATES = mkdtempSync(path.join(tmpdir(), 'turnout-templates-'))
// The one that it parses with.
const ts = createRequire(createRequire(import.meta.url).resolve('ts-blank-space'))('typescript')
const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'))

/** The source of each template. A part (`node-database`) is copied over another template. */
const SOURCES = {
  react: 'examples/react',
  vue: 'examples/vue',
  fullstack: 'examples/fullstack',
  node: 'examples/node',
  'node-database': 'packages/create-turnout/parts/node-database',
  workers: 'examples/workers',
  library: 'examples/library',
  plain: 'examples/javascript',
}

/** The files of an example that no template contains, and files that a run of the example creates. */
const OWN = /(?:^|\/)(?:node_modules|dist|data|\.vite|virtual-routes\.d\.ts(?:\.map)?)(?:\/|$)/

/** The packages that only TypeScript projects need. */
const TYPES = /^(?:typescript|vue-tsc|@types\/.*)$/

for (const [name, source] of Object.entries(SOURCES)) {
  const from = path.join(ROOT, source)
  const files = filesIn(from)
  if (name !== 'node-database') writeDeclarations(from)
  for (const form of name === 'plain' ? ['js'] : ['ts', 'js']) {
    for (const file of files) write(path.join(TEMPLATES, name, form), from, file, form === 'js' && name !== 'plain')
    if (name === 'node-database') continue
    copyDeclarations(from, path.join(TEMPLATES, name, form), form === 'js' && name !== 'plain')
    // Not in the example: this repository is a workspace itself.
    if (name === 'library')
      writeFileSync(path.join(TEMPLATES, name, form, 'pnpm-workspace.yaml'), 'packages:\n  - shop\n')
    const ignored = ['node_modules/', 'dist/', 'virtual-routes.d.ts*', '/data/']
    // npm excludes files named `.gitignore` from packages.
    writeFileSync(path.join(TEMPLATES, name, form, 'gitignore'), `${ignored.join('\n')}\n`)
  }
}
// Removing the types leaves gaps, which formatting closes.
const oxfmt = path.join(ROOT, 'node_modules/.bin/oxfmt')
const { status } = spawnSync(oxfmt, ['--config', path.join(ROOT, '.oxfmtrc.json'), TEMPLATES], { stdio: 'inherit' })
if (status === 0) {
  const folder = path.join(PACKAGE, 'templates')
  rmSync(folder, { recursive: true, force: true })
  cpSync(TEMPLATES, folder, { recursive: true })
}
rmSync(TEMPLATES, { recursive: true, force: true })
process.exit(status ?? 1)

/** Returns the files of an example, relative to it. Does not follow links, because packages link to each other. */
function filesIn(root, folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (OWN.test(file)) return []
    return entry.isDirectory() ? filesIn(root, file) : entry.isFile() ? [file] : []
  })
}

/** Writes a file of a template, in JavaScript if asked to. */
function write(to, from, file, isJavaScript) {
  const target = path.join(to, isJavaScript ? file.replace(/\.ts(x?)$/, '.js$1') : file)
  if (isJavaScript && file.endsWith('.d.ts')) return
  mkdirSync(path.dirname(target), { recursive: true })
  const text = () => readFileSync(path.join(from, file), 'utf8')
  if (isJavaScript && file.endsWith('tsconfig.json')) {
    return writeFileSync(target.replace('tsconfig.json', 'jsconfig.json'), jsConfig(text()))
  }
  // npm would treat a nested folder with a package.json as a package of its own.
  const isRoot = file === 'package.json'
  if (file.endsWith('package.json'))
    return writeFileSync(
      isRoot ? target : target.replace('package.json', 'package.template.json'),
      packageJson(text(), isRoot, isJavaScript),
    )
  if (!isJavaScript || !/\.(?:tsx?|vue|html|md)$/.test(file)) return cpSync(path.join(from, file), target)
  writeFileSync(target, /\.(?:html|md)$/.test(file) ? javaScriptNames(text()) : withoutTypes(text(), file))
}

/** Writes the types of an example's routes, as `turnout types` does. Editors then know them before the first run. */
function writeDeclarations(folder) {
  const { status, stderr } = spawnSync(process.execPath, [TURNOUT, 'types', '--root', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of ${folder} were not written:\n${stderr}`)
}

function copyDeclarations(from, to, isJavaScript) {
  cpSync(path.join(from, 'virtual-routes.d.ts'), path.join(to, 'virtual-routes.d.ts'))
  const map = readFileSync(path.join(from, 'virtual-routes.d.ts.map'), 'utf8')
  writeFileSync(path.join(to, 'virtual-routes.d.ts.map'), isJavaScript ? javaScriptNames(map) : map)
}

function withoutTypes(text, file) {
  if (file.endsWith('.vue')) {
    const component = text.replace(
      /<script setup lang="ts">([^]*?)<\/script>/,
      (_, script) => `<script setup>\n${withoutTypes(script, 'script.ts')}</script>`,
    )
    return javaScriptNames(component)
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false, kind)
  const script = blankSourceFile(source, (node) => {
    throw new Error(`${file}: this has no form in JavaScript: ${text.slice(node.pos, node.end)}`)
  })
  // Doc comments of types would be left behind, and imports that only brought types.
  const lines = javaScriptNames(script)
    .replace(/^;? +$/gm, '')
    .replace(/^\/\*\*(?:(?!\*\/)[^])*?\*\/\n(?=\s*\n)/gm, '')
  return lines.replace(/\n{3,}/g, '\n\n').trimStart()
}

/** Replaces the names of TypeScript files in imports, in Markdown and in the text of pages: `config/routes.ts` -> `config/routes.js`. */
function javaScriptNames(text) {
  return text
    .replace(/(['"][./][^'"\n]*?)\.ts(x?)(['"])/g, '$1.js$2$3')
    .replace(/\b((?:config|src|routes|shop)\/[\w/.-]+)\.ts(x?)\b/g, '$1.js$2')
}

/** Returns the jsconfig.json of a project: the options that concern JavaScript. Editors read it. */
function jsConfig(text) {
  const { compilerOptions, include } = JSON.parse(text)
  const { target, lib, module, moduleResolution, types, jsx } = compilerOptions
  const isPackage = (name) => name !== 'node'
  const options = { target, lib, module, moduleResolution, types: types.filter(isPackage), jsx }
  return JSON.stringify({
    compilerOptions: options,
    include: include.flatMap((pattern) => (pattern === '*.ts' ? ['*.js', '*.d.ts'] : [pattern])),
  })
}

function packageJson(text, isRoot, isJavaScript) {
  const own = JSON.parse(text)
  if (isRoot) own.name = 'turnout-app'
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(own[kind] ?? {})) {
      if (own[kind][name] === 'workspace:*' && !name.startsWith('example-')) own[kind][name] = `^${version}`
      if (isJavaScript && TYPES.test(name)) delete own[kind][name]
    }
  }
  if (isJavaScript && own.scripts?.build) own.scripts.build = 'vite build'
  if (isJavaScript && own.exports) own.exports = own.exports.replace(/\.ts$/, '.js')
  return `${JSON.stringify(own, null, 2)}\n`
}
