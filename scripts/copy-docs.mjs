// Puts the pages that diagnostics point to, and the rake task, into the package that users install: package managers may hide
// the packages that it depends on. Part of its build.
import { cpSync, rmSync } from 'node:fs'

const file = (path) => new URL(`../${path}`, import.meta.url)
rmSync(file('packages/vite-plugin/docs'), { recursive: true, force: true })
for (const page of ['diagnostics.md', 'diagnostics', 'options.md']) {
  cpSync(file(`docs/${page}`), file(`packages/vite-plugin/docs/${page}`), { recursive: true })
}
cpSync(file('packages/rails/turnout.rake'), file('packages/vite-plugin/rails/turnout.rake'))
