#!/usr/bin/env node
// A file of its own, because package managers link commands before the sources are compiled.
import { runProcess } from '../dist/cli/run-process.js'

await runProcess()
