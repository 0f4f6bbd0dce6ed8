// Puts the pages that diagnostics point to into the package that users install. Part of its build.
import { cpSync } from 'node:fs'

const file = (path) => new URL(`../${path}`, import.meta.url)
cpSync(file('docs/diagnostics.md'), file('packages/vite-plugin/docs/diagnostics.md'))
