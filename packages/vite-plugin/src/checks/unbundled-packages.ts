// Packages that import the routes, and that a server imports from `node_modules`.
import path from 'node:path'
import type { Program } from 'estree'
import { walk } from 'estree-walker'
import { createFilter, parseAst, type Environment } from 'vite'
import type { Diagnostic } from '@turnout/compiler'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { dependencyNames, packageFolder } from '../files/dependencies-on.ts'
import { filesIn } from '../files/paths.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { ROUTES } from '../ids.ts'
import type { ResolvedOptions } from '../options.ts'
import { reportedError, type ReportedError, type ReportedProject } from '../problems/report.ts'

/** The part of a chunk in `generateBundle` that lists its imports. Assets have none. */
interface Chunk {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

interface CheckedProject {
  readonly root: string
  readonly options: Pick<ResolvedOptions, 'compile'>
}

/** Reports the packages that a server's bundle imports from `node_modules`, although Node cannot import the routes. */
export function checkUnbundled(
  bundle: Readonly<Record<string, Chunk | object>>,
  project: CheckedProject,
): readonly Diagnostic[] {
  const imports = Object.values(bundle).flatMap((output) =>
    'imports' in output ? [...output.imports, ...output.dynamicImports] : [],
  )
  // The name of a package has two segments if it begins with `@`.
  const names = imports.flatMap((specifier) => /^(?:@[^/]+\/)?[^./@][^/:]*(?=\/|$)/.exec(specifier)?.[0] ?? [])
  return unbundled([...new Set(names)], project)
}

/**
 * Returns the error in place of one of Node in dev, if a dependency that imports the routes is the cause, because Node does not
 * name the package; null for other errors.
 *
 * @param environment runs the application. The packages that it bundles are not the cause
 */
export function explainUnbundled(
  error: unknown,
  { config }: Pick<Environment, 'config'>,
  project: CheckedProject & ReportedProject,
): ReportedError | null {
  if (!describeError(error).includes("Received protocol 'virtual:'")) return null
  const { noExternal } = config.resolve
  // Vite reads the option in the same way.
  const isExternal = createFilter(undefined, noExternal === true ? undefined : noExternal, { resolve: false })
  const names = dependencyNames(path.join(project.root, 'package.json')).filter((name) => isExternal(name))
  const problems = unbundled(names, project)
  return problems.length === 0 ? null : reportedError(problems, project, 'terminal')
}

function unbundled(names: readonly string[], { root, options }: CheckedProject): readonly Diagnostic[] {
  const packages = names.filter((name) => {
    const folder = packageFolder(name, root)
    return folder !== null && hasRoutes(folder)
  })
  if (packages.length === 0) return []
  const list = packages.map((name) => `'${name}'`).join(', ')
  const fix = `Add \`ssr: { noExternal: [${list}] }\` to the config of Vite. A package that lists \`vite-plugin-turnout\` in its \`peerDependencies\` is bundled without this line.`
  const { severities } = options.compile
  const diagnostic = makeDiagnostic('unbundled-package', { packages }, { location: null, fix }, severities)
  return diagnostic === null ? [] : [diagnostic]
}

/** At most so many files and characters of a package are searched. A package of components with links is much smaller. */
const MAX_FILES = 500
const MAX_LENGTH = 5_000_000

/** True if a module in the folder of a package imports the routes. */
function hasRoutes(folder: string): boolean {
  let length = 0
  const files = filesIn(folder, (name) => name === 'node_modules').filter((file) => /\.m?js$/.test(file))
  return files.slice(0, MAX_FILES).some((file) => {
    const code = length < MAX_LENGTH ? (textFileOrNull(file) ?? '') : ''
    length += code.length
    return code.includes(ROUTES) && importsRoutes(code)
  })
}

function importsRoutes(code: string): boolean {
  let isFound = false
  try {
    walk(parseAst(code) as Program, {
      enter(node) {
        const { value } = Object('source' in node && node.source) as { readonly value?: unknown }
        isFound ||= typeof value === 'string' && /^virtual:routes(?:\/|$)/.test(value)
      },
    })
  } catch {
    // The file is not JavaScript, or deeper than the stack: then imports at its beginning were found.
  }
  return isFound
}
