import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  codeFrame,
  readOnce,
  type Diagnostic,
  type HelperStyle,
  type Location,
  type Manifest,
  type ManifestDiff,
} from '@turnout/compiler'
import { limitList, PAGE_PLACES, PAGE_PROBLEMS } from '../problems/limits.ts'
import { findUnreachableRoutes, pageOf as ownPageOf, type Finding } from '@turnout/compiler/internal'

/** All that the inspector's page shows, as JSON. It names files relative to the project root, and no folder of the machine. */
export interface PageData {
  /** What the table is called: the project's name. */
  readonly title: string
  /** The last good table; null where there has been none. */
  readonly manifest: Manifest | null
  /** True where the files hold an error, and the table is that of before. */
  readonly isStale: boolean
  readonly helpers: HelperStyle
  /** What stands before the paths of all routes, or nothing. */
  readonly base: string
  readonly problems: readonly PageProblem[]
  /** How many problems are left out, of so many that nobody reads them all; left out where there are none. */
  readonly omittedProblems?: number
  /** Routes that no request reaches, and literal ones of which an earlier param takes a part. */
  readonly findings: readonly PageFinding[]
  /** How a file is opened in the editor; null in a file, which has no server. */
  readonly editor: PageEditor | null
  /** The comparison with another table, where there is one: the table shown is the newer one. */
  readonly diff: ManifestDiff | null
}

/** Vite's door to the editor. */
export interface PageEditor {
  /** Takes `?file=`. */
  readonly address: string
  /** What stands before a path that is relative to the root: the door takes it relative to the folder Vite runs in. */
  readonly prefix: string
}

/** A file that is not of the project. */
export interface PageFile {
  readonly name: string
  /** Whether the door to the editor takes the name as it is: a path from the folder Vite runs in. */
  readonly opens: boolean
}

/** A diagnostic, with the lines of the files that it speaks of. */
export interface PageProblem extends Omit<Diagnostic, 'related' | 'trace'> {
  /** The page that explains it. */
  readonly see: PageFile
  readonly frame: string | null
  readonly related: readonly { readonly message: string; readonly location: Location; readonly frame: string | null }[]
}

/** A route that earlier ones beat, and a request that shows it. */
export interface PageFinding {
  readonly index: number
  readonly kind: Finding['kind']
  /** The routes that are to blame, by their index; none where requirements alone are. */
  readonly by: readonly number[]
  /** A path that the route matches, and that another one answers. */
  readonly witness: string | null
  readonly verb: string
  readonly host: string | null
  readonly protocol: string | null
}

/** What the page is made of. */
export interface PageSource extends Omit<PageData, 'problems' | 'omittedProblems' | 'findings'> {
  readonly problems: readonly Diagnostic[]
  /** Where a code is explained, in files of this machine; null where the page is for others. */
  readonly pageOf: ((code: string) => string) | null
  /** Reads a file by its path relative to the root; null where the page may not show it. */
  readonly readSource: (file: string) => string | null
}

/** Puts together what the page shows. The analysis of a table is done once. */
export function pageData({ readSource, pageOf, problems, ...source }: PageSource): PageData {
  const read = readOnce(readSource)
  const frame = (location: Location | null): string | null => {
    const text = location === null ? null : read(location.file)
    return text === null ? null : codeFrame(text, location!)
  }
  const { shown, omitted } = limitList(worstFirst(problems), PAGE_PROBLEMS)
  return {
    ...source,
    ...(omitted > 0 && { omittedProblems: omitted }),
    problems: shown.map(({ trace: _trace, ...problem }) => ({
      ...problem,
      see: fileOf(problem.code, pageOf),
      frame: frame(problem.location),
      related: problem.related.map((place, index) => ({
        ...place,
        frame: index < PAGE_PLACES ? frame(place.location) : null,
      })),
    })),
    findings: source.manifest === null ? [] : findingsOf(source.manifest),
  }
}

/** Errors before warnings before hints, so that none of the worst is left out; each in its order. */
function worstFirst(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  if (problems.length <= PAGE_PROBLEMS) return problems
  return (['error', 'warning', 'hint'] as const).flatMap((severity) =>
    problems.filter((problem) => problem.severity === severity),
  )
}

function fileOf(code: string, pageOf: PageSource['pageOf']): PageFile {
  const name = pageOf?.(code)
  const opens = name !== undefined && !path.isAbsolute(name) && existsSync(name)
  return { name: opens ? name : ownPageOf(code), opens }
}

const found = new WeakMap<Manifest, readonly PageFinding[]>()

function findingsOf(manifest: Manifest): readonly PageFinding[] {
  let findings = found.get(manifest)
  if (findings === undefined) {
    findings = [...findUnreachableRoutes(manifest)].map(([index, finding]) => pageFinding(index, finding))
    found.set(manifest, findings)
  }
  return findings
}

function pageFinding(index: number, finding: Finding): PageFinding {
  const { kind } = finding
  if (kind === 'unmatchable') return { index, kind, by: [], witness: null, verb: '', host: null, protocol: null }
  const { by, answer, witness, verb, origin } = finding
  const indexes = new Set([...(answer === null ? [] : [answer.index]), ...by.map((guard) => guard.index)])
  return {
    index,
    kind,
    by: [...indexes].sort((a, b) => a - b),
    witness,
    verb: verb === '*' ? 'GET' : verb,
    host: origin?.host ?? null,
    protocol: origin?.protocol ?? null,
  }
}
