// Projects for unit tests: a folder of files, a table, and the messages. Nothing evaluates route files.
import type { ResolvedConfig } from 'vite'
import { compileRoutes, type CallableReference, type Manifest } from '@turnout/compiler'
import type { TurnoutOptions } from '../src/options.ts'
import { ResultCache } from '../src/files/result-cache.ts'
import { resolveOptions } from '../src/resolve-options.ts'
import type { Log } from '../src/problems/log.ts'
import { projectFolders } from '../src/project/folders.ts'
import type { Outcome } from '../src/project/outcome.ts'
import type { Project } from '../src/project/project.ts'
import { sampleProblem } from './sample-problem.ts'

export { makeFolder } from './files/make-folder.ts'

/** Returns the table of a block. */
export function tableOf(block: Parameters<typeof compileRoutes>[0]): Manifest {
  return compileRoutes(block).manifest!
}

/** Returns a project in a folder, with a table as its outcome. */
export function fakeProject(
  root: string,
  manifest: Manifest | null,
  options: TurnoutOptions = {},
  outcome: Partial<Outcome> = {},
): Project {
  const completeOutcome = {
    manifest,
    table: manifest,
    problems: manifest === null ? [sampleProblem] : [],
    importCallable: ({ module }: { readonly module: string }) => module,
    files: new Set(),
    entries: [],
    drawFolders: [],
    controllers: new Map(),
    controllerFiles: new Map(),
    pages: new Map(),
    actionsWithPage: new Set(),
    routerCode: null,
    states: new Map(),
    ...outcome,
  }
  const resolved = resolveOptions(options)
  return {
    root,
    mode: 'development',
    options: resolved,
    folders: projectFolders(root, resolved),
    filesChanged: () => {},
    readSource: () => null,
    readAllowedSource: () => null,
    pageOf: (code: string) => `${code}.md`,
    loadContracts: null,
    cache: new ResultCache(root),
    outcome: async () => completeOutcome,
  } as unknown as Project
}

/** Returns a logger, and the list of its messages: `warn: text`. */
export function recordLog(): { readonly logger: Log; readonly lines: string[] } {
  const lines: string[] = []
  const recorder = (level: string) => (text: string) => void lines.push(`${level}: ${text}`)
  return { logger: { error: recorder('error'), warn: recorder('warn'), info: recorder('info') }, lines }
}

/** Returns a table in which a function of a module decides whether the first route matches. */
export function withConstraint(manifest: Manifest, ...constraints: readonly CallableReference[]): Manifest {
  const [first, ...others] = manifest.routes
  return { ...manifest, routes: [{ ...first!, constraints }, ...others] }
}

/** Returns a resolved config of Vite that serves the files of a folder. */
export function fakeConfig(root: string, more: object = {}): ResolvedConfig {
  return {
    root,
    base: '/',
    publicDir: '',
    plugins: [],
    environments: {},
    server: { fs: { strict: true, allow: [root], deny: [] } },
    experimental: {},
    safeModulePaths: new Set(),
    fsDenyGlob: (file: string) => file.endsWith('/.env'),
    ...more,
  } as unknown as ResolvedConfig
}
