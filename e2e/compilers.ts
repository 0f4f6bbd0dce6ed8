import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type TypeScript from 'typescript-5'
import { onTestFinished } from 'vitest'

const require = createRequire(import.meta.url)

/** Every TypeScript that applications have. */
export const COMPILERS = [
  ['TypeScript 5.9', require.resolve('typescript-5/package.json')],
  ['TypeScript 6', require.resolve('typescript-6/package.json')],
  ['TypeScript 7', require.resolve('typescript/package.json')],
] as const

/** Installs the built plugin in a folder. Declarations import its types. */
function installPlugin(root: string): void {
  mkdirSync(path.join(root, 'node_modules'))
  const plugin = fileURLToPath(new URL('../packages/vite-plugin', import.meta.url))
  symlinkSync(plugin, path.join(root, 'node_modules/vite-plugin-turnout'), 'junction')
}

/** The releases of TypeScript that are programs in JavaScript, and have an API. */
const WITH_API = new Set<string>(COMPILERS.slice(0, 2).map(([, compiler]) => compiler))

/**
 * The parsed files outside of the checked projects, for the last options of each compiler: declarations of TypeScript, of the
 * plugin and of libraries. Reading them takes most of the time of a check.
 */
const libraries = new Map<
  string,
  { readonly optionsKey: string; readonly files: Map<string, TypeScript.SourceFile | undefined> }
>()

/** The result of a check: the output of `tsc`, and the number of types that it has instantiated. */
interface Check {
  readonly output: string
  readonly instantiations: number
}

/** Checks the project in a folder as `tsc --project` does, in this process. */
function checkInProcess(compiler: string, root: string, optionsKey: string): Check {
  const ts = require(path.dirname(compiler)) as typeof TypeScript
  const formatting = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (file: string) => file,
    getNewLine: () => '\n',
  }
  const format = (diagnostics: readonly TypeScript.Diagnostic[]) => ts.formatDiagnostics(diagnostics, formatting)
  const configHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic: TypeScript.Diagnostic) => {
      throw new Error(format([diagnostic]))
    },
  }
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.json'),
    {},
    configHost,
  )!
  if (libraries.get(compiler)?.optionsKey !== optionsKey) libraries.set(compiler, { optionsKey, files: new Map() })
  const { files } = libraries.get(compiler)!
  const host = ts.createCompilerHost(options)
  const readSource = host.getSourceFile
  host.getCurrentDirectory = () => root
  host.getSourceFile = (file, version, ...others) => {
    if (file.startsWith(root)) return readSource(file, version, ...others)
    const key = `${typeof version === 'object' ? version.impliedNodeFormat : ''} ${file}`
    if (!files.has(key)) files.set(key, readSource(file, version, ...others))
    return files.get(key)
  }
  const program = ts.createProgram({ rootNames: fileNames, options, host })
  const output = format(ts.sortAndDeduplicateDiagnostics([...errors, ...ts.getPreEmitDiagnostics(program)]))
  return { output, instantiations: program.getInstantiationCount() }
}

/** Checks the project in a folder with `tsc`, in a process of its own. */
function checkInChild(compiler: string, root: string, flags: readonly string[]): string {
  const program = path.join(path.dirname(compiler), 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--project', root, ...flags], {
    encoding: 'utf8',
    cwd: root,
  })
  return stdout + stderr
}

/** Writes files as a strict project of their own, until the test is over. */
export function writeProject(
  files: Readonly<Record<string, string>>,
  options: object,
): { root: string; optionsText: string } {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-types-')))
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
  return { root, optionsText: JSON.stringify(compilerOptions) }
}

/**
 * Checks files as a strict project of their own.
 *
 * @param compiler the package.json of a TypeScript
 * @returns the output of `tsc`, which is empty for correct files
 */
export function checkTypes(compiler: string, files: Readonly<Record<string, string>>, options: object = {}): string {
  const { root, optionsText } = writeProject(files, options)
  return WITH_API.has(compiler) ? checkInProcess(compiler, root, optionsText).output : checkInChild(compiler, root, [])
}

/**
 * Counts the types that a compiler instantiates for files, as a strict project of their own.
 *
 * @throws Error if the files have an error
 */
export function countInstantiations(
  compiler: string,
  files: Readonly<Record<string, string>>,
  options: object = {},
): number {
  const { root, optionsText } = writeProject(files, options)
  if (WITH_API.has(compiler)) {
    const { output, instantiations } = checkInProcess(compiler, root, optionsText)
    if (output !== '') throw new Error(output)
    return instantiations
  }
  const output = checkInChild(compiler, root, ['--extendedDiagnostics'])
  if (output.includes('error TS')) throw new Error(output)
  return Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1])
}
