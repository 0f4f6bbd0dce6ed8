// Checks the links of a project's files against its route table.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ClientRoutes, Diagnostic, Manifest, ManifestRoute, Severities, Severity } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { diagnose } from './diagnose.ts'
import { applyEdits, editsOf, fixFor, Helpers, type Edit, type Fix, type HelperSettings } from './fix.ts'
import type { FoundLinks } from './find-in-program.ts'
import { Judge } from './judge.ts'
import type { Link } from './link.ts'
import { prefixRoute, readPath, routeFor } from './link-path.ts'
import {
  globTest,
  isWithin,
  listFiles,
  readSource,
  relativePath,
  replaceFile,
  servedFiles,
  type SkippedFile,
} from './project-files.ts'
import { isReadable, LinkReader } from './read-links.ts'
import { finderSettings, type LinkOptions } from './settings.ts'
import { MissingPackage } from './sources/source-file.ts'

/** Tests and stories contain links to pages that do not exist. */
const EXCLUDED = ['**/*.{test,spec,stories,story}.*', '**/{test,tests,__tests__,__mocks__,e2e,cypress}']

/** Paths of Vite's dev server. */
const VITE_PREFIXES = ['/@', '/__', '/node_modules/']

/** A public folder with more files is read up to this number. */
const MAX_PUBLIC_FILES = 20_000

/** The parts of a project that the check needs. */
export interface LinkProject {
  readonly root: string
  readonly manifest: Manifest
  /** The route files and their imports, as absolute paths. Their redirects are no links. */
  readonly routeFiles: Iterable<string>
  /** The options of the compiler. */
  readonly compile: HelperSettings & {
    readonly clientRoutes?: ClientRoutes | undefined
    readonly severities?: Severities | undefined
  }
  /** The configuration of Vite. */
  readonly vite: {
    /** Empty if there is none. */
    readonly publicDir: string
    readonly build: { readonly outDir: string; readonly assetsDir: string }
    readonly server: { readonly proxy?: Readonly<Record<string, unknown>> | undefined }
  }
  readonly options: LinkOptions
  /** The severity of dead links. Default: error. */
  readonly severity?: Severity
}

/** A link about which something is known. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly link: Link
}

/** The links of a file. */
export interface FileReport {
  /** Relative to the root. */
  readonly file: string
  readonly source: string
  readonly linkCount: number
  readonly findings: readonly Finding[]
  /** The edits that write helpers; empty if there is nothing to write. */
  readonly edits: readonly Edit[]
}

/** The result of a check of a project. */
export interface ProjectReport {
  readonly files: readonly FileReport[]
  /** Files that were not read. */
  readonly skipped: readonly SkippedFile[]
  /** Missing compilers, with the number of files that need them. */
  readonly missing: ReadonlyMap<string, number>
}

/** Compares the links of files with one route table. */
export class LinkChecker {
  readonly #project: LinkProject
  readonly #reader: LinkReader
  readonly #judge: Judge
  readonly #helpers: Helpers
  readonly #isExcluded: (file: string) => boolean

  constructor(project: LinkProject) {
    const { root, manifest, compile, vite, options, routeFiles } = project
    this.#project = project
    this.#reader = new LinkReader(root, finderSettings(options))
    this.#judge = new Judge({ manifest, base: compile.base, holes: options.holes, others: otherPaths(project) })
    this.#helpers = new Helpers(clientManifest(manifest, compile.clientRoutes), compile)
    const folders = [vite.publicDir, path.resolve(root, vite.build.outDir)].filter((folder) => folder !== '')
    const left = new Set([...folders, ...routeFiles].map((file) => relativePath(root, file)))
    const isExcluded = globTest(options.exclude ?? EXCLUDED)
    this.#isExcluded = (file) => left.has(file) || isExcluded(file)
  }

  /** True for a file of the project that the check reads. The path is absolute. */
  concerns(file: string): boolean {
    const { root, options } = this.#project
    const relative = relativePath(root, file)
    if (!isWithin(root, file) || !isReadable(file) || /(?:^|\/)(?:\.|node_modules\/)/.test(relative)) return false
    if (options.include?.every((folder) => !isWithin(path.resolve(root, folder), file)) ?? false) return false
    const parents = relative.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))
    return !parents.some(this.#isExcluded)
  }

  /**
   * Checks all files.
   *
   * @param folders absolute, or relative to the root. Default: the option `include`, or the root
   */
  async checkAll(folders: readonly string[] = this.#project.options.include ?? ['.']): Promise<ProjectReport> {
    const { root } = this.#project
    const { files, skipped } = listFiles({ root, folders, isExcluded: this.#isExcluded })
    const missing = new Map<string, number>()
    const reports: FileReport[] = []
    for (const file of files) {
      const result = await this.check(file)
      if (result instanceof MissingPackage) missing.set(result.packageName, (missing.get(result.packageName) ?? 0) + 1)
      else if ('reason' in result) skipped.push(result)
      else reports.push(result)
    }
    return { files: reports, skipped, missing }
  }

  /**
   * Checks a file. Returns the reason if it cannot be read.
   *
   * @param file relative to the root
   */
  async check(file: string): Promise<FileReport | SkippedFile | MissingPackage> {
    const content = readSource(path.join(this.#project.root, file))
    if ('reason' in content) return { file, ...content }
    try {
      return this.#report(file, content.source, await this.#reader.read(file, content.source))
    } catch (error) {
      return error instanceof MissingPackage ? error : { file, reason: `its syntax is not valid: ${firstLine(error)}` }
    }
  }

  #report(file: string, source: string, found: FoundLinks): FileReport {
    const { compile, severity = 'error' } = this.#project
    const findings: Finding[] = []
    const fixes: Fix[] = []
    for (const link of found.links) {
      const verdict = this.#judge.verdict(link)
      if (verdict.kind === 'unknown') continue
      if (verdict.kind !== 'match' && !this.#isFile(link)) {
        const location = { file, ...placeOf(source, link.range[0]) }
        const diagnostic = diagnose(link, verdict, { source, location, severity, severities: compile.severities ?? {} })
        if (diagnostic !== null) findings.push({ diagnostic, link })
      }
      const call = this.#helpers.callFor(link, verdict, source)
      const fix = call && fixFor(link, call, found)
      if (fix !== null) fixes.push(fix)
    }
    return { file, source, linkCount: found.links.length, findings, edits: editsOf(fixes, found, source) }
  }

  /** True for a file in the root, which Vite serves in dev: `/index.html`, `/src/main.ts`. */
  #isFile({ parts }: Link): boolean {
    const [address] = parts
    return (
      parts.length === 1 &&
      /\.\w+$/.test(address as string) &&
      existsSync(path.join(this.#project.root, address as string))
    )
  }
}

/** Writes the edits of a file. Returns the reason if it was not written. */
export function applyFixes(root: string, { file, source, edits }: FileReport): string | null {
  return replaceFile(root, file, source, applyEdits(source, edits))
}

/** Returns routes for the paths of the same host that the table does not contain. */
function otherPaths({ root, vite, options, compile }: LinkProject): readonly ManifestRoute[] {
  const { publicDir, build, server } = vite
  // A key that begins with `^` is a regular expression: its literal beginning is the prefix.
  const proxies = Object.keys(server.proxy ?? {}).map((key) => key.replace(/^\^(\/[\w/-]*).*$/, '$1'))
  const prefixes = [...VITE_PREFIXES, `/${build.assetsDir}/`, ...(options.ignore ?? proxies)]
  const isServed = publicDir !== '' && existsSync(path.resolve(root, publicDir))
  const files = isServed ? servedFiles(path.resolve(root, publicDir), MAX_PUBLIC_FILES) : []
  const base = (compile.base ?? '/').replace(/\/$/, '')
  return [
    ...prefixes.flatMap((prefix) => prefixRoute(prefix) ?? []),
    ...files.flatMap((file) => {
      const route = readPath([`${base}/${encodeURI(file)}`], { holes: 'segment', isRouter: false })
      return route === null ? [] : [routeFor(route)]
    }),
  ]
}

function placeOf(source: string, offset: number): { line: number; column: number } {
  const lines = source.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

function firstLine(error: unknown): string {
  return String((error as Error).message)
    .split('\n')[0]!
    .slice(0, 200)
}
