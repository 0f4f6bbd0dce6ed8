#!/usr/bin/env node
// A file of its own, because package managers link commands before the sources are compiled.
import { main } from '../dist/cli/main.js'

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  columns: process.stdout.columns,
})
