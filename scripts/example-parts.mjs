// Copies the files that examples share into the examples, which git ignores there. Part of the build of create-turnout.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = path.join(ROOT, 'packages/create-turnout/parts')

/** The parts of each example, as folders of `packages/create-turnout/parts`. A later `tsconfig.json` adds to earlier ones. */
const PARTS = {
  browser: ['typescript'],
  'existing-router': ['typescript', 'jsx'],
  fullstack: ['typescript', 'jsx', 'style', 'icon', 'page', 'react-welcome', 'react-not-found'],
  javascript: ['style', 'icon', 'page'],
  library: ['typescript', 'library', 'style', 'icon', 'page', 'html-welcome'],
  node: ['typescript', 'node', 'style', 'icon', 'html-welcome'],
  rails: ['typescript'],
  react: ['typescript', 'jsx', 'style', 'icon', 'page', 'react-welcome', 'react-not-found', 'albums'],
  'react-router': ['typescript', 'jsx', 'style', 'icon', 'page'],
  'ssr-react': ['typescript', 'jsx', 'style', 'icon', 'server-rendering', 'react-not-found'],
  'ssr-vue': ['typescript', 'vue', 'style', 'icon', 'server-rendering', 'vue-layout'],
  vue: ['typescript', 'vue', 'style', 'icon', 'page', 'vue-welcome', 'vue-layout', 'albums'],
  'vue-router': ['typescript', 'vue', 'style', 'icon', 'page'],
  workers: ['typescript', 'style', 'html-welcome'],
}

/** Copies the parts of all examples, and the templates of the playground into the example that shows the same pages. */
export function writeExampleParts() {
  for (const [name, parts] of Object.entries(PARTS)) {
    const example = path.join(ROOT, 'examples', name)
    const folders = parts.map((part) => path.join(FOLDER, part))
    for (const folder of folders) cpSync(folder, example, { recursive: true })
    const filesOf = (file) => folders.map((folder) => path.join(folder, file)).filter((found) => existsSync(found))
    const configs = filesOf('tsconfig.json').map((file) => JSON.parse(readFileSync(file, 'utf8')))
    if (configs.length > 0) writeFileSync(path.join(example, 'tsconfig.json'), mergedConfig(configs))
    if (filesOf('index.html').length > 0) setEntry(example)
  }
  cpSync(path.join(ROOT, 'playground/src/html.ts'), path.join(ROOT, 'examples/browser/src/html.ts'))
}

function mergedConfig(configs) {
  const compilerOptions = Object.assign({}, ...configs.map((config) => config.compilerOptions))
  return `${JSON.stringify(Object.assign({}, ...configs, { compilerOptions }), null, 2)}\n`
}

/** Lets the page load the script of the example: `main.tsx` or `main.js` instead of `main.ts`. */
function setEntry(example) {
  const entry = readdirSync(path.join(example, 'src')).find((file) => file.startsWith('main.'))
  const page = path.join(example, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('main.ts', entry))
}
