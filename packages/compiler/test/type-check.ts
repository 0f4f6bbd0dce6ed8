import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Declarations import types of the plugin. The built package has them. */
const PLUGIN = fileURLToPath(new URL('../../vite-plugin', import.meta.url))

/** Compiler options of a strict application on Vite. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  // TypeScript's own declarations take two thirds of the time.
  skipDefaultLibCheck: true,
  target: 'ES2022',
  lib: ['ES2023'],
  types: [],
}

/** Runs `tsc` on files in a folder of their own, with either module resolution; answers what it prints. */
export function typeCheck(files: Readonly<Record<string, string>>, ...flags: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-types-'))
  try {
    const resolutions = { bundler: { module: 'ESNext' }, nodenext: { module: 'NodeNext' } }
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(PLUGIN, join(folder, 'node_modules/vite-plugin-turnout'), 'junction')
    for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return Object.entries(resolutions)
      .map(([moduleResolution, module]) => {
        const config = { compilerOptions: { ...OPTIONS, ...module, moduleResolution }, include: ['**/*.ts'] }
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
        const { stdout, stderr } = spawnSync(process.execPath, [TSC, '-p', folder, ...flags], {
          cwd: folder,
          encoding: 'utf8',
        })
        return stdout + stderr
      })
      .join('')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
