import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const require = createRequire(import.meta.url)

/** Every TypeScript that applications have. */
export const COMPILERS = [
  ['TypeScript 5.9', require.resolve('typescript-5/package.json')],
  ['TypeScript 6', require.resolve('typescript-6/package.json')],
  ['TypeScript 7', require.resolve('typescript/package.json')],
] as const

/** Installs the built plugin in a folder: declarations import types of it. */
export function installPlugin(root: string): void {
  mkdirSync(path.join(root, 'node_modules'))
  const plugin = fileURLToPath(new URL('../packages/vite-plugin', import.meta.url))
  symlinkSync(plugin, path.join(root, 'node_modules/vite-plugin-turnout'), 'junction')
}

/**
 * Checks files as a strict project of their own, until the test is over.
 *
 * @param compiler the package.json of a TypeScript
 * @returns what it has printed: nothing where all is right
 */
export function checkTypes(compiler: string, files: Readonly<Record<string, string>>, options: object = {}): string {
  const root = mkdtempSync(path.join(tmpdir(), 'turnout-types-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  installPlugin(root)
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text)
  const compilerOptions = {
    module: 'ESNext',
    target: 'ES2022',
    moduleResolution: 'bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // TypeScript's own declarations take two thirds of the time.
    skipDefaultLibCheck: true,
    types: [],
    ...options,
  }
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const program = path.join(path.dirname(compiler), 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--project', root], { encoding: 'utf8', cwd: root })
  return stdout + stderr
}
