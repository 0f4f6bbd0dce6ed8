import path from 'node:path'
import { normalizePath } from 'vite'
import { readTextFile } from '../files/read-file.ts'
import { typesNotIncluded, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'

/** The part of a TypeScript configuration that selects files. */
interface Config {
  readonly extends?: unknown
  readonly files?: readonly string[]
  readonly include?: readonly string[]
  readonly references?: readonly { readonly path?: string }[]
}

/** A configuration that does not include the declarations; `file` is relative to the root. */
export interface ConfigWithoutTypes {
  readonly file: string
  /** What `include` should be. */
  readonly include: readonly string[]
}

/**
 * Finds the TypeScript configuration that should include the declarations and does not. Reads `tsconfig.json` in the root
 * and its references: a new create-vue project has a `tsconfig.app.json` that includes `src` only. Returns null if a
 * configuration includes the declarations, if there is no configuration, or if the result is uncertain.
 *
 * @param types the file of the declarations, absolute
 */
export function configWithoutTypes(root: string, types: string): ConfigWithoutTypes | null {
  const main = path.resolve(root, 'tsconfig.json')
  const config = readConfig(main)
  if (config === null) return null
  const referred = (config.references ?? []).flatMap(({ path: reference }) => {
    if (typeof reference !== 'string') return []
    const file = path.resolve(root, reference)
    return [file.endsWith('.json') ? file : path.join(file, 'tsconfig.json')]
  })
  let missing: ConfigWithoutTypes | null = null
  for (const file of [...referred, main]) {
    const fileConfig = file === main ? config : readConfig(file)
    const include = fileConfig === null ? null : includeOf(fileConfig)
    if (include === null) return null
    const folder = path.dirname(file)
    const covers = (source: string) => include.some((pattern) => matchesGlob(folder, pattern, source))
    if (covers(types)) return null
    // Choose the configuration that covers the application's code.
    if (missing === null && covers(path.resolve(root, 'src/main.ts'))) {
      const added = normalizePath(path.relative(folder, types))
      missing = { file: normalizePath(path.relative(root, file)), include: [added, ...include] }
    }
  }
  return missing
}

/** Returns null if the file does not exist, or is not JSON with comments. */
function readConfig(file: string): Config | null {
  try {
    const text = readTextFile(file).replace(/^\uFEFF/, '')
    const withoutComments = text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    const config = JSON.parse(withoutComments.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1')) as unknown
    return typeof config === 'object' ? (config as Config) : null
  } catch {
    return null
  }
}

/** Returns the file patterns of a configuration; null if a configuration that it extends determines them. */
function includeOf({ extends: base, files, include }: Config): readonly string[] | null {
  if (!isListOfTexts(files) || !isListOfTexts(include)) return null
  if (include === undefined && files === undefined) return base === undefined ? ['**/*'] : null
  return [...(files ?? []), ...(include ?? [])]
}

function isListOfTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
}

/** Matches a glob by TypeScript's rules: `**` matches any folders, and a name without a wildcard may be a folder. */
function matchesGlob(folder: string, pattern: string, file: string): boolean {
  const fullPattern = normalizePath(path.join(folder, pattern))
  const source = fullPattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*$|\*|\?/g,
      (wildcard) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[wildcard]!,
    )
  return new RegExp(`^${source}(?:/.*)?$`).test(normalizePath(file))
}

/** Reports that no TypeScript configuration of the project includes the declarations. */
export function reportExcludedTypes({ options, root }: Pick<Project, 'options' | 'root'>): readonly Problem[] {
  const { types, compile } = options
  const config = types === null ? null : configWithoutTypes(root, path.resolve(root, types))
  return config === null ? [] : typesNotIncluded(types!, config, compile.severities)
}
