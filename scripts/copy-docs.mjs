// Puts the documentation and the rake task into the package that users install, because the documentation has no site yet, and
// package managers may hide the packages that the plugin depends on. Part of its build.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const file = (path) => new URL(`../${path}`, import.meta.url)
const target = file('packages/vite-plugin/docs')
rmSync(target, { recursive: true, force: true })
mkdirSync(target)
// Pictures are larger than the text of all pages, so pages leave them out. The benchmarks consist of pictures, `index.md` is
// the first page of a site, and the playground is a program.
const PICTURE = /^!\[.*\]\(.*\)\n/gm
for (const page of readdirSync(file('docs')).filter(
  (name) => name.endsWith('.md') && !['benchmarks.md', 'index.md', 'playground.md'].includes(name),
)) {
  writeFileSync(
    file(`packages/vite-plugin/docs/${page}`),
    readFileSync(file(`docs/${page}`), 'utf8').replace(PICTURE, ''),
  )
}
cpSync(file('docs/diagnostics'), file('packages/vite-plugin/docs/diagnostics'), { recursive: true })
cpSync(file('packages/rails/turnout.rake'), file('packages/vite-plugin/rails/turnout.rake'))
