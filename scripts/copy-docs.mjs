// Puts the pages that diagnostics point to into the package that users install. Part of its build.
import { cpSync } from 'node:fs'

const file = (path) => new URL(`../${path}`, import.meta.url)
for (const page of ['diagnostics.md', 'options.md']) {
  cpSync(file(`docs/${page}`), file(`packages/vite-plugin/docs/${page}`))
}
