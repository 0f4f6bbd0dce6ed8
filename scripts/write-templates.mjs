// Makes the templates of create-turnout from the examples, in TypeScript and in JavaScript. Part of its build.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { blankSourceFile } from 'ts-blank-space'
import { writeExampleParts } from './example-parts.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TURNOUT = path.join(ROOT, 'packages/vite-plugin/bin/turnout.js')
const PACKAGE = path.join(ROOT, 'packages/create-turnout')
/** They are made elsewhere: the formatter leaves out what git ignores. */
const TEMPLATES = mkdtempSync(path.join(tmpdir(), 'turnout-templates-'))
// The one that it parses with.
const ts = createRequire(createRequire(import.meta.url).resolve('ts-blank-space'))('typescript')
const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'))

/**
 * The sources of each template: folders, or the files of a folder. Later sources replace the files of earlier ones, except
 * `package.json`, to which they add.
 */
const SOURCES = {
  react: ['examples/react'],
  vue: ['examples/vue'],
  'react-router': ['examples/react-router'],
  'vue-router': ['examples/vue-router'],
  fullstack: ['examples/fullstack'],
  'fullstack-vue': [
    ['examples/ssr-vue', /^(?:package\.json|tsconfig\.json|vite\.config\.ts|src\/pages\/_(?:error|not-found)\.vue)$/],
    ['examples/vue', /^(?:index\.html|src\/main\.ts|src\/welcome\.vue)$/],
    ['examples/fullstack', /^(?:README\.md|(?:config|public|src\/controllers)\/.*|src\/.*\.(?:css|ts))$/],
    'packages/create-turnout/parts/fullstack-vue',
  ],
  node: ['examples/node'],
  'node-database': ['examples/node', 'packages/create-turnout/parts/node-database'],
  workers: ['examples/workers'],
  library: ['examples/library'],
  plain: ['examples/javascript'],
}

/** The files of an example that no template contains, and files that a run of the example creates. */
const OWN = /(?:^|\/)(?:node_modules|dist|data|\.vite|virtual-routes\.d\.ts(?:\.map)?)(?:\/|$)/

/** The packages that only TypeScript projects need. */
const TYPES = /^(?:typescript|vue-tsc|@types\/.*)$/

writeExampleParts()
for (const [name, sources] of Object.entries(SOURCES)) {
  const layers = sources.map((source) => {
    const [folder, pattern = /^/] = [source].flat()
    return {
      folder: path.join(ROOT, folder),
      files: filesIn(path.join(ROOT, folder)).filter((file) => pattern.test(file)),
    }
  })
  const files = new Map(layers.flatMap(({ folder, files }) => files.map((file) => [file, folder])))
  const own = { ...packageOf(layers), name: 'turnout-app' }
  let declarations
  for (const form of name === 'plain' ? ['js'] : ['ts', 'js']) {
    const isJavaScript = form === 'js' && name !== 'plain'
    const template = path.join(TEMPLATES, name, form)
    for (const [file, folder] of files) {
      if (file !== 'package.json') write(template, folder, file, isJavaScript)
    }
    completeReadme(path.join(template, 'README.md'), own.scripts, form === 'js')
    writeFileSync(path.join(template, 'package.json'), packageJson(own, isJavaScript))
    declarations ??= declarationsOf(layers, template)
    writeDeclarations(declarations, template, isJavaScript)
    // Not in the example: this repository is a workspace itself.
    if (name === 'library') writeFileSync(path.join(template, 'pnpm-workspace.yaml'), 'packages:\n  - shop\n')
    const ignored = ['node_modules/', 'dist/', 'virtual-routes.d.ts*', '/data/']
    // npm excludes files named `.gitignore` from packages.
    writeFileSync(path.join(template, 'gitignore'), `${ignored.join('\n')}\n`)
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
  if (file.endsWith('package.json')) {
    const nested = target.replace('package.json', 'package.template.json')
    return writeFileSync(nested, packageJson(JSON.parse(text()), isJavaScript))
  }
  if (!isJavaScript || !/\.(?:tsx?|vue|html|md)$/.test(file)) return cpSync(path.join(from, file), target)
  writeFileSync(target, /\.(?:html|md)$/.test(file) ? javaScriptNames(text()) : withoutTypes(text(), file))
}

/** Adds the commands of the project, and the next steps that all projects have, to the README of an example. */
function completeReadme(file, scripts, isJavaScript) {
  const shared = readFileSync(path.join(PACKAGE, 'parts/README.md'), 'utf8')
  const isAvailable = (line) => Object.hasOwn(scripts, /^\| `npm run (\w+)`/.exec(line)?.[1] ?? 'dev')
  const lines = shared.split('\n').filter(isAvailable).join('\n')
  const heading = '## Next steps\n\n'
  const [commands, steps] = (isJavaScript ? javaScriptNames(lines) : lines).split(heading)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace('## Files', () => `${commands}## Files`).replace(heading, () => heading + steps),
  )
}

/** Returns the package.json of the first layer that has one, with the scripts and the packages of the others. */
function packageOf(layers) {
  const [first, ...parts] = layers
    .filter(({ files }) => files.includes('package.json'))
    .map(({ folder }) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
  for (const part of parts) {
    for (const field of ['scripts', 'dependencies', 'devDependencies'])
      Object.assign((first[field] ??= {}), part[field])
  }
  return first
}

/**
 * Returns the types of the routes, as `turnout types` writes them, so that editors know them before the first run. An
 * example has its packages. A template of several layers uses those of its first layer.
 */
function declarationsOf([{ folder: example }, ...more], template) {
  const root = more.length === 0 ? example : template
  const link = path.join(template, 'node_modules')
  if (root === template) symlinkSync(path.join(example, 'node_modules'), link, 'junction')
  const { status, stderr } = spawnSync(process.execPath, [TURNOUT, 'types', '--root', root], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of ${root} were not written:\n${stderr}`)
  if (root === template) rmSync(link)
  return ['virtual-routes.d.ts', 'virtual-routes.d.ts.map'].map((file) => readFileSync(path.join(root, file), 'utf8'))
}

function writeDeclarations([types, map], template, isJavaScript) {
  writeFileSync(path.join(template, 'virtual-routes.d.ts'), types)
  writeFileSync(path.join(template, 'virtual-routes.d.ts.map'), isJavaScript ? javaScriptNames(map) : map)
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

/** Returns the text of a package.json in a template: with published versions, and for JavaScript without the packages of TypeScript. */
function packageJson(json, isJavaScript) {
  const own = structuredClone(json)
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
